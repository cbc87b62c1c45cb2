# SPDX-License-Identifier: Apache-2.0
# Pages of the manual and completions, made from the program's --help and some
# documents (scripts/manual), in build/manual. They need Python; a build without it
# has none, and says so.

find_package(Python3 3.9 COMPONENTS Interpreter)
set(CROK_CONTACT "crokeye maintainers <maintainers@crokeye.invalid>" CACHE STRING
    "Who makes a package of this: NAME <ADDRESS>")
set(CROK_MANUAL_DIR "${PROJECT_BINARY_DIR}/manual")
if(NOT Python3_Interpreter_FOUND)
  message(STATUS "No python3: pages of the manual and completions are not made")
  return()
endif()

file(GLOB _sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scripts/manual/*.py")
set(_docs COMMANDS FORMATS RULES CHANGELOG)
list(TRANSFORM _docs REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/docs/\\1.md")
add_custom_command(OUTPUT "${CROK_MANUAL_DIR}/made"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${CROK_MANUAL_DIR}"
  COMMAND "${CMAKE_COMMAND}" -E env PYTHONDONTWRITEBYTECODE=1
          "PYTHONPATH=${PROJECT_SOURCE_DIR}/scripts" "${Python3_EXECUTABLE}" -m manual
          "$<TARGET_FILE:crokeye>" "${PROJECT_SOURCE_DIR}" "${CROK_MANUAL_DIR}"
          "${CROK_CONTACT}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${CROK_MANUAL_DIR}/made"
  DEPENDS crokeye ${_sources} ${_docs}
  VERBATIM COMMENT "Making the manual from the program's help")
add_custom_target(manual ALL DEPENDS "${CROK_MANUAL_DIR}/made")

install(DIRECTORY "${CROK_MANUAL_DIR}/man1" "${CROK_MANUAL_DIR}/man5"
        DESTINATION "${CMAKE_INSTALL_MANDIR}")
install(FILES "${CROK_MANUAL_DIR}/crokeye.bash" RENAME crokeye
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${CROK_MANUAL_DIR}/_crokeye"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
