/* SPDX-License-Identifier: Apache-2.0
 *
 * models/perception/board.onnx, for segmentation.c. */
        .section .rodata
        .global crok_board_onnx
        .hidden crok_board_onnx
        .global crok_board_onnx_end
        .hidden crok_board_onnx_end
        .balign 16
crok_board_onnx:
        .incbin "board.onnx"
crok_board_onnx_end:
        .byte 0
        .section .note.GNU-stack, "", %progbits
