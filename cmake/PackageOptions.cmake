# The differences between the packages: a .deb names its libraries, an archive contains them.
list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
set(CPACK_INSTALL_CMAKE_PROJECTS "${build};tilescope;program;/")
if(CPACK_GENERATOR STREQUAL TGZ)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${build};tilescope;libraries;/")
elseif(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
