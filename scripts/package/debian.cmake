# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the files that will be packed: puts what is general where Debian has
# it, and finds the packages whose libraries the programs need. What is loaded on
# demand is recommended, so that apt installs it unless told otherwise, and a machine
# that reads no films can do without a hundred packages.
cmake_policy(VERSION 3.25)
set(root "${CPACK_TEMPORARY_DIRECTORY}")
set(usr "${root}/usr")
set(doc "${usr}/share/doc/crokeye")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${root}" OUTPUT_VARIABLE said
                  COMMAND_ERROR_IS_FATAL ANY)
  set(said "${said}" PARENT_SCOPE)
endfunction()

if(NOT EXISTS "${CPACK_CROK_MANUAL}/changelog")
  message(FATAL_ERROR "No manual in ${CPACK_CROK_MANUAL}: a package needs python3, "
                      "and a build of all")
endif()

# ---- Debian's places ----

file(MAKE_DIRECTORY "${usr}/share/zsh")
file(RENAME "${usr}/share/zsh/site-functions" "${usr}/share/zsh/vendor-completions")
file(REMOVE "${doc}/LICENSE")
configure_file("${CPACK_CROK_COPYRIGHT}" "${doc}/copyright" COPYONLY)
configure_file("${CPACK_CROK_MANUAL}/changelog" "${doc}/changelog" COPYONLY)
file(GLOB_RECURSE pages "${usr}/share/man/*")
run(gzip -9n "${doc}/changelog" ${pages})

# ---- the shared library ----

# The link libcrokeye.so.N has the number of its interface. Other packages then depend
# on this one, and the loader's cache is made anew.
file(GLOB link "${usr}/lib/*/libcrokeye.so.[0-9]")
string(REGEX MATCH "[0-9]+$" abi "${link}")
set(control "${CPACK_TOPLEVEL_DIRECTORY}")
file(WRITE "${control}/shlibs" "libcrokeye ${abi} crokeye (>= ${CPACK_PACKAGE_VERSION})\n")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${control}/shlibs" "${control}/triggers")
file(MAKE_DIRECTORY "${usr}/share/lintian/overrides")
configure_file("${CPACK_CROK_OVERRIDES}" "${usr}/share/lintian/overrides/crokeye" COPYONLY)

# ---- dependencies ----

set(always "")
set(on_demand "")
file(GLOB_RECURSE files "${usr}/bin/*" "${usr}/lib/*")
foreach(file IN LISTS files)
  file(READ "${file}" magic LIMIT 4 HEX)
  get_filename_component(name "${file}" NAME)
  if(NOT magic STREQUAL 7f454c46 OR IS_SYMLINK "${file}") # ELF
    continue()
  elseif(name IN_LIST CPACK_CROK_ON_DEMAND)
    list(APPEND on_demand "${file}")
  else()
    list(APPEND always "${file}")
  endif()
endforeach()
file(MAKE_DIRECTORY "${root}/debian" "${root}/DEBIAN") # as dpkg-shlibdeps expects
file(WRITE "${root}/debian/control" "Source: crokeye\n\nPackage: crokeye\nArchitecture: any\n")
run(dpkg-shlibdeps --ignore-missing-info -O -dDepends ${always} -dRecommends ${on_demand})
file(REMOVE_RECURSE "${root}/debian" "${root}/DEBIAN")
string(REGEX MATCH "shlibs:Depends=([^\n]*)" _ "${said}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
string(REGEX MATCH "shlibs:Recommends=([^\n]*)" _ "${said}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${CPACK_CROK_RECOMMENDS}, ${CMAKE_MATCH_1}")
