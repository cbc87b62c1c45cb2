# SPDX-License-Identifier: Apache-2.0
# crok_built_with(OUT HEADER NAME): writes the C file OUT with the text NAME, which
# HEADER declares: what the program is built with, a line each. The libraries are those
# whose version matters to a report of a fault; pkg-config knows them.
function(crok_built_with out header name)
  find_package(PkgConfig REQUIRED)
  set(modules libturbojpeg libpng libwebp libheif libexif pangocairo sqlite3
      libmicrohttpd libcjson nettle)
  if(CROK_NATS)
    list(APPEND modules libnats)
  endif()
  # Debian's OpenCV has its pkg-config file in a package that nothing else needs.
  file(STRINGS "${opencv_INCLUDE}/opencv2/core/version.hpp" parts
       REGEX "define CV_VERSION_(MAJOR|MINOR|REVISION)")
  string(REGEX REPLACE "[^0-9;]" "" parts "${parts}")
  list(JOIN parts "." opencv)
  set(lines "OpenCV ${opencv}\\n")
  foreach(module IN LISTS modules)
    pkg_check_modules(built_${module} QUIET ${module})
    string(APPEND lines "${module} ${built_${module}_VERSION}\\n")
  endforeach()
  foreach(part VIDEO NATS SANITIZE)
    string(TOLOWER "${part}" said)
    string(APPEND lines "${said} $<IF:$<BOOL:${CROK_${part}}>,yes,no>\\n")
  endforeach()
  file(GENERATE OUTPUT "${out}" CONTENT
       "#include \"${header}\"\n\nconst char ${name}[] = \"${lines}\";\n")
endfunction()
