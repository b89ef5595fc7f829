# The installation, into any prefix: the program finds its assets beside itself. There are two components: the program,
# and, only in archives, the libraries that other systems may lack.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # the program will do, without the tests
set(to_share ${CMAKE_INSTALL_DATADIR})
set(desktop ${PROJECT_SOURCE_DIR}/assets/desktop)
set(made ${PROJECT_BINARY_DIR}/desktop)

# An RPATH, not a RUNPATH: it also applies to the libraries' own dependencies.
set_target_properties(tilescope tilescope-class PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/tilescope")
target_link_options(tilescope PRIVATE -Wl,--disable-new-dtags)
target_link_options(tilescope-class PRIVATE -Wl,--disable-new-dtags)
install(TARGETS tilescope tilescope-class RUNTIME_DEPENDENCY_SET needed RUNTIME COMPONENT program)
install(
  RUNTIME_DEPENDENCY_SET needed
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so"
  POST_INCLUDE_REGEXES ".*"
  LIBRARY DESTINATION lib/tilescope COMPONENT libraries EXCLUDE_FROM_ALL)

# The licences of the fonts and of an archive's libraries, if the system has them.
foreach(font fonts-inter fonts-jetbrains-mono)
  install(FILES /usr/share/doc/${font}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences RENAME ${font}
          COMPONENT program OPTIONAL)
endforeach()
install(
  CODE "set(licences \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/licences\")"
  CODE [[
  file(GLOB libraries "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/tilescope/*.so.*")
  foreach(library IN LISTS libraries)
    get_filename_component(name ${library} NAME)
    execute_process(COMMAND dpkg-query -S */${name} OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE failed)
    string(REGEX MATCH "^[^:]+" package "${owner}")
    if(package AND EXISTS /usr/share/doc/${package}/copyright)
      file(COPY_FILE /usr/share/doc/${package}/copyright ${licences}/${package})
    endif()
  endforeach()
  ]]
  COMPONENT libraries EXCLUDE_FROM_ALL)

install(DIRECTORY ${TILESCOPE_ASSETS_FOLDER}/ DESTINATION ${to_share}/tilescope COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
        PATTERN pictures EXCLUDE PATTERN readers EXCLUDE PATTERN readers.md EXCLUDE)

# The manual page, the completion script and the icon's pixels: made during installation.
find_package(Python3 QUIET COMPONENTS Interpreter)
set(icon_sizes 16 24 32 48 64 128 256)
install(
  CODE "
  set(our_program \"$<TARGET_FILE:tilescope>\")
  set(our_made \"${made}\")
  set(our_python \"${Python3_EXECUTABLE}\")
  set(our_desktop \"${desktop}\")
  set(our_sizes \"${icon_sizes}\")
  "
  CODE [[
  file(MAKE_DIRECTORY ${our_made})
  execute_process(COMMAND ${our_program} completion OUTPUT_FILE ${our_made}/tilescope COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${our_program} manual OUTPUT_FILE ${our_made}/tilescope.1 COMMAND_ERROR_IS_FATAL ANY)
  foreach(size IN LISTS our_sizes)
    if(our_python AND ${our_desktop}/tilescope.svg IS_NEWER_THAN ${our_made}/${size}.png)
      execute_process(COMMAND ${our_python} ${our_desktop}/make_icon.py ${our_desktop}/tilescope.svg ${size} ${our_made}/${size}.png
                      COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()
  ]]
  COMPONENT program)
install(FILES ${made}/tilescope DESTINATION ${to_share}/bash-completion/completions COMPONENT program)
install(FILES ${made}/tilescope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${desktop}/tilescope.desktop DESTINATION ${to_share}/applications COMPONENT program)
install(FILES ${desktop}/tilescope.xml DESTINATION ${to_share}/mime/packages COMPONENT program)
install(FILES ${desktop}/tilescope.svg DESTINATION ${to_share}/icons/hicolor/scalable/apps COMPONENT program)
if(Python3_FOUND)
  foreach(size IN LISTS icon_sizes)
    install(FILES ${made}/${size}.png DESTINATION ${to_share}/icons/hicolor/${size}x${size}/apps RENAME tilescope.png
            COMPONENT program)
  endforeach()
endif()

# scripts/package makes both.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME tilescope)
set(CPACK_PACKAGE_VENDOR TileScope)
set(CPACK_PACKAGE_CONTACT "TileScope's developers <tilescope@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/PackageOptions.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so the linked libraries do not name it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, libegl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ffmpeg)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "It runs a kernel with a recorder switched on, keeps every load, store, barrier
and partial sum of every thread, and replays them step by step: tiles that fill
up, threads that wait, counters beside those of the naive kernel. No GPU is
needed.")
include(CPack)
