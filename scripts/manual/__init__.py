# SPDX-License-Identifier: Apache-2.0
"""Pages of the manual and completions for shells, made from what the program
prints for --help, so that there is one text of each option."""
