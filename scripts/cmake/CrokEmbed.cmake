# SPDX-License-Identifier: Apache-2.0
# crok_embed(OUT HEADER TYPE TABLE FILE...): writes the C file OUT: an array of
# bytes for each file, and the array `TABLE` of {name, bytes, length} (the name
# is the file's, without folder and .json), with its length `crok_n_...`.
function(crok_embed out header type table)
  set(code "/* Made from files that the program carries. */\n#include \"${header}\"\n\n")
  set(rows "")
  set(i 0)
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "\\.json$" "" name "${name}")
    file(READ "${file}" hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND code "static const unsigned char T${i}[] = {${bytes}};\n")
    string(APPEND rows "    {\"${name}\", T${i}, sizeof T${i}},\n")
    math(EXPR i "${i} + 1")
  endforeach()
  string(REPLACE "crok_" "crok_n_" count "${table}")
  string(APPEND code "\nconst ${type} ${table}[] = {\n${rows}};\n"
                     "const int ${count} = ${i};\n")
  file(CONFIGURE OUTPUT "${out}" CONTENT "${code}" @ONLY)
endfunction()
