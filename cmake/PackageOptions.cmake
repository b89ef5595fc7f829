# What differs between the packages: a .deb names the libraries that it needs, an archive holds them.
list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
set(CPACK_INSTALL_CMAKE_PROJECTS "${build};tilescope;program;/")
if(CPACK_GENERATOR STREQUAL TGZ)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${build};tilescope;libraries;/")
elseif(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
