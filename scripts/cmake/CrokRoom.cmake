# SPDX-License-Identifier: Apache-2.0
# How a room (a folder of src) is built, and with which flags. No -ffast-math: NaN
# and infinity checks must hold.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# What was compiled before is not compiled again, where ccache is installed; two hundred
# tests are linked in a third of the time with mold, which scripts/test.sh installs.
find_program(CROK_CCACHE ccache)
if(CROK_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CROK_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CROK_CCACHE}")
endif()
find_program(CROK_MOLD mold)

# Where tests find the modules that are loaded on demand; programs find them
# from their own place (core/part.h). The old kind of run path: sanitizers stand
# between the program and dlopen, and the new kind counts for the direct caller
# only.
set(CMAKE_BUILD_RPATH "${PROJECT_BINARY_DIR}/lib/crokeye")

add_library(crok_flags INTERFACE)
target_link_options(crok_flags INTERFACE -Wl,--disable-new-dtags)
if(CROK_TESTS AND CROK_MOLD)
  target_link_options(crok_flags INTERFACE -fuse-ld=mold)
endif()
target_compile_definitions(crok_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_include_directories(crok_flags INTERFACE "${PROJECT_SOURCE_DIR}/src")
set(_warn -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
          -Wformat=2 -Wundef -Wvla -Wswitch-enum)
set(_warn_c -Wstrict-prototypes -Wmissing-prototypes)
target_compile_options(crok_flags INTERFACE ${_warn}
  "$<$<COMPILE_LANGUAGE:C>:${_warn_c}>"
  "$<$<BOOL:${CROK_WERROR}>:-Werror>")
# Square roots need not set errno, nor comparisons flags: nothing reads them. So
# loops with them are vectorized; results stay as IEEE 754 has them.
target_compile_options(crok_flags INTERFACE -fno-math-errno -fno-trapping-math)
target_link_libraries(crok_flags INTERFACE m)
if(CROK_SANITIZE)
  set(_san -fsanitize=address,undefined -fno-sanitize-recover=all
           -fno-omit-frame-pointer)
  target_compile_options(crok_flags INTERFACE ${_san})
  target_link_options(crok_flags INTERFACE ${_san})
endif()
if(CROK_COVERAGE)
  target_compile_options(crok_flags INTERFACE --coverage)
  target_link_options(crok_flags INTERFACE --coverage)
endif()
if(CROK_FUZZ)
  # FUZZING...: by libFuzzer's convention, what is worse for users but better
  # for a fuzzer; here, that decoding stays in its process
  target_compile_options(crok_flags INTERFACE -fsanitize=fuzzer-no-link
    -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
endif()

# crok_lib(NAME HEADER LIBRARY [LIBRARY...]): an imported Debian library
# `NAME`, found by one of its headers; says which package is missing.
function(crok_lib name header package)
  find_path(${name}_INCLUDE ${header} PATH_SUFFIXES opencv4)
  set(libs "")
  foreach(lib IN LISTS ARGN)
    find_library(${name}_${lib} ${lib})
    list(APPEND libs "${${name}_${lib}}")
  endforeach()
  if(NOT ${name}_INCLUDE OR "${libs}" MATCHES "NOTFOUND")
    message(FATAL_ERROR "${header} or ${ARGN} not found: "
                        "install ${package} (scripts/deps.sh does)")
  endif()
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE "${${name}_INCLUDE}")
  target_link_libraries(${name} INTERFACE ${libs})
endfunction()

# crok_pkg(NAME PACKAGES): a Debian library `NAME` that has several others below
# it, found by pkg-config under this name; says which packages are missing.
function(crok_pkg name packages)
  find_package(PkgConfig)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(${name}_found IMPORTED_TARGET GLOBAL ${name})
  endif()
  if(NOT TARGET PkgConfig::${name}_found)
    message(FATAL_ERROR "${name} not found: install pkg-config ${packages} "
                        "(scripts/deps.sh does)")
  endif()
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE PkgConfig::${name}_found)
endfunction()

# crok_room(NAME SOURCES a.c b.c USES core cv LIBS cjson): one static library;
# it can call only the rooms that it names. Its objects may stand in a shared
# library, which shows only what it says itself.
function(crok_room name)
  cmake_parse_arguments(R "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(crok_${name} STATIC ${R_SOURCES})
  list(TRANSFORM R_USES PREPEND crok_)
  target_link_libraries(crok_${name} PUBLIC ${R_USES} ${R_LIBS}
                                     PRIVATE crok_flags)
  target_include_directories(crok_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  set_target_properties(crok_${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
endfunction()

# crok_module(NAME SOURCES a.c LIBS nats [COMPONENT library]): a library that the
# programs load on demand. It shows its entry only, and calls nothing of the program.
function(crok_module name)
  cmake_parse_arguments(M "" "COMPONENT" "SOURCES;LIBS" ${ARGN})
  if(NOT M_COMPONENT)
    set(M_COMPONENT Unspecified)
  endif()
  add_library(${name} MODULE ${M_SOURCES})
  target_link_libraries(${name} PRIVATE ${M_LIBS} crok_flags)
  set_target_properties(${name} PROPERTIES
    PREFIX "" C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden
    POSITION_INDEPENDENT_CODE ON SKIP_BUILD_RPATH ON
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/crokeye")
  install(TARGETS ${name} LIBRARY DESTINATION lib/crokeye COMPONENT ${M_COMPONENT})
endfunction()
