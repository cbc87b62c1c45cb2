# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts beside the program, its modules, the library and the
# manual, each of which is installed where it is made; and the Debian package that `cpack` makes.
set(CROK_DOC_DIR "${CMAKE_INSTALL_DATADIR}/doc/crokeye")
install(FILES LICENSE DESTINATION "${CROK_DOC_DIR}")
install(DIRECTORY docs/ DESTINATION "${CROK_DOC_DIR}" FILES_MATCHING PATTERN "*.md"
        PATTERN CONTRIBUTING.md EXCLUDE PATTERN DESIGN.md EXCLUDE PATTERN TESTING.md EXCLUDE)
install(DIRECTORY examples DESTINATION "${CROK_DOC_DIR}")

# Below lib, not libdir: systemd reads units of /usr and /usr/local there.
install(FILES scripts/systemd/crokeye@.service DESTINATION lib/systemd/system)
install(FILES scripts/systemd/4.conf scripts/systemd/72-crokeye-cameras.rules
        DESTINATION "${CROK_DOC_DIR}/examples")

# ---- the package ----

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${CROK_CONTACT}")
set(CPACK_PACKAGE_VENDOR crokeye)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "score crokinole from a camera above the board")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"crokeye scores pictures of crokinole rounds, taken by any phone from above
the board: it finds board and discs, calls lines on the discs' bottom edges
in millimetres, and gives each side's total or says what is too close.

With a camera over the table it follows a match: shots are judged by a rule
book, recorded and shown in a browser, on a stream and in a hall of many
tables, and a person has the last word.")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nats-server, openssl")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/scripts/package/postinst"
    "${PROJECT_SOURCE_DIR}/scripts/package/prerm"
    "${PROJECT_SOURCE_DIR}/scripts/package/postrm")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/scripts/package/debian.cmake")
# for debian.cmake: what is loaded on demand, by the folder of modules and by dlopen,
# and fonts for the names of players; the manual, and the copyright
set(CPACK_CROK_ON_DEMAND crokeye_video.so crokeye_nats.so)
set(CPACK_CROK_RECOMMENDS "libheif1, fonts-noto-core")
set(CPACK_CROK_MANUAL "${CROK_MANUAL_DIR}")
set(CPACK_CROK_COPYRIGHT "${PROJECT_SOURCE_DIR}/scripts/package/copyright")
set(CPACK_CROK_OVERRIDES "${PROJECT_SOURCE_DIR}/scripts/package/lintian-overrides")
include(CPack)
