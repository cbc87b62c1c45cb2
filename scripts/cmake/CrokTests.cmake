# SPDX-License-Identifier: Apache-2.0
# How tests are built, and in which of the two builds. Nothing is compiled or run
# twice: a test belongs to the sanitized build, where faults of memory, arithmetic and
# threads show, or to the optimised one, which is what users run.
set(CROK_SUITE all CACHE STRING
    "Tests that are built: sanitized, optimised, or all of them")
set_property(CACHE CROK_SUITE PROPERTY STRINGS all sanitized optimised)
if(NOT CROK_SUITE MATCHES "^(all|sanitized|optimised)$")
  message(FATAL_ERROR "CROK_SUITE is all, sanitized or optimised, not ${CROK_SUITE}")
endif()
crok_lib(cmocka cmocka.h libcmocka-dev cmocka)

# crok_in_suite(OUT BUILD...): does this build have the tests of one of these builds?
function(crok_in_suite out)
  foreach(build IN LISTS ARGN)
    if(NOT build MATCHES "^(sanitized|optimised)$")
      message(FATAL_ERROR "a test is built sanitized or optimised, not ${build}")
    endif()
  endforeach()
  set(${out} FALSE PARENT_SCOPE)
  if(CROK_SUITE STREQUAL "all" OR CROK_SUITE IN_LIST ARGN)
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()

# Programs and libraries that tests need, in the sanitized build only if one does.
crok_in_suite(_optimised optimised)
set(CROK_TOOL "")
if(NOT _optimised)
  set(CROK_TOOL EXCLUDE_FROM_ALL)
endif()

# crok_registered(NAME LABEL ENV MAY_SKIP ALONE): what each test has in common. Its labels
# are how often it is run (quick, full or soak) and its room (in_board). The full ones take
# long, so they begin first: ctest knows no seconds of a test before its first run.
function(crok_registered name label env may_skip alone)
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(NOT label)
    set(label quick)
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${label};in_${room}" ENVIRONMENT "${env}" RUN_SERIAL ${alone})
  if(label STREQUAL full)
    set_tests_properties(${name} PROPERTIES COST 1000)
  endif()
  if(may_skip)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()

# crok_test(NAME SOURCES a.c USES board [IN sanitized] [LABEL quick] [ARGS a...] [LIBS png]
#           [DEFINES A=1] [WRAPS malloc] [NEEDS crokeye] [ENV A=1] [MAY_SKIP]):
# a cmocka program that links the named rooms and those below them only. WRAPS:
# functions that the test takes the place of. NEEDS: targets that it starts.
function(crok_test name)
  cmake_parse_arguments(T "MAY_SKIP" "LABEL"
    "SOURCES;USES;LIBS;IN;ARGS;DEFINES;WRAPS;NEEDS;ENV" ${ARGN})
  if(NOT T_IN)
    set(T_IN sanitized)
  endif()
  crok_in_suite(wanted ${T_IN})
  if(NOT wanted)
    return()
  endif()
  list(TRANSFORM T_USES PREPEND crok_)
  list(TRANSFORM T_WRAPS PREPEND "-Wl,--wrap=")
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE ${T_USES} ${T_LIBS} cmocka crok_flags)
  target_link_options(${name} PRIVATE ${T_WRAPS})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${name} PRIVATE CROK_ROOT="${PROJECT_SOURCE_DIR}" ${T_DEFINES})
  if(T_NEEDS)
    add_dependencies(${name} ${T_NEEDS})
  endif()
  add_test(NAME ${name} COMMAND ${name} ${T_ARGS})
  crok_registered(${name} "${T_LABEL}" "${T_ENV}" "${T_MAY_SKIP}" FALSE)
  crok_in_room(${name})
endfunction()

# crok_check(NAME COMMAND c... [IN optimised] [LABEL quick] [NEEDS target] [ALONE]): a
# command that is a test: a script, or a program with arguments. It is skipped where its
# exit status is 77.
function(crok_check name)
  cmake_parse_arguments(T "ALONE" "LABEL" "COMMAND;IN;NEEDS" ${ARGN})
  if(NOT T_IN)
    set(T_IN optimised)
  endif()
  crok_in_suite(wanted ${T_IN})
  if(NOT wanted)
    return()
  endif()
  add_test(NAME ${name} COMMAND ${T_COMMAND} COMMAND_EXPAND_LISTS)
  crok_registered(${name} "${T_LABEL}" "" TRUE "${T_ALONE}")
  crok_in_room(crokeye ${T_NEEDS})
endfunction()

# crok_in_room(TARGET...): the target tests_in_ROOM builds them.
function(crok_in_room)
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  add_dependencies(tests_in_${room} ${ARGN})
endfunction()

# crok_fuzz(NAME SOURCES fuzz_x.c USES board CORPUS dir): with CROK_FUZZ a
# libFuzzer program; else a plain program that replays the corpus in ctest.
function(crok_fuzz name)
  cmake_parse_arguments(F "" "CORPUS" "SOURCES;USES" ${ARGN})
  if(NOT CROK_FUZZ)
    crok_test(${name} SOURCES ${F_SOURCES} "${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c"
              USES ${F_USES} ARGS "${F_CORPUS}")
    return()
  endif()
  list(TRANSFORM F_USES PREPEND crok_)
  add_executable(${name} ${F_SOURCES})
  target_link_libraries(${name} PRIVATE ${F_USES} crok_flags)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()
