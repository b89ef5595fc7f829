# The system's libraries, or pinned releases of missing ones.
find_package(fmt 8 QUIET)
if(NOT fmt_FOUND)
  FetchContent_Declare(fmt URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
                           URL_HASH SHA256=5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
  FetchContent_MakeAvailable(fmt)
endif()

find_package(CLI11 2 QUIET)
if(NOT CLI11_FOUND)
  FetchContent_Declare(cli11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz
                             URL_HASH SHA256=aac0ab42108131ac5d3344a9db0fdf25c4db652296641955720a4fbe52334e22)
  FetchContent_MakeAvailable(cli11)
endif()

find_package(nlohmann_json 3.9 QUIET)
if(NOT nlohmann_json_FOUND)
  FetchContent_Declare(nlohmann_json URL https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz
                                     URL_HASH SHA256=8c4b26bf4b422252e13f332bc5e388ec0ab5c3443d24399acb675e68278d341f)
  FetchContent_MakeAvailable(nlohmann_json)
endif()

find_package(tomlplusplus 3 QUIET)
if(NOT tomlplusplus_FOUND)
  FetchContent_Declare(tomlplusplus URL https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.4.0.tar.gz
                                    URL_HASH SHA256=8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155)
  FetchContent_MakeAvailable(tomlplusplus)
endif()

# zstd and xxhash come without CMake files on most systems, so both are looked for by header and library.
add_library(tilescope_zstd INTERFACE)
find_path(TILESCOPE_ZSTD_INCLUDE zstd.h)
find_library(TILESCOPE_ZSTD_LIBRARY zstd)
if(TILESCOPE_ZSTD_INCLUDE AND TILESCOPE_ZSTD_LIBRARY)
  target_include_directories(tilescope_zstd SYSTEM INTERFACE ${TILESCOPE_ZSTD_INCLUDE})
  target_link_libraries(tilescope_zstd INTERFACE ${TILESCOPE_ZSTD_LIBRARY})
else()
  set(ZSTD_BUILD_PROGRAMS OFF)
  set(ZSTD_BUILD_SHARED OFF)
  set(ZSTD_BUILD_TESTS OFF)
  FetchContent_Declare(zstd URL https://github.com/facebook/zstd/releases/download/v1.5.2/zstd-1.5.2.tar.gz
                            URL_HASH SHA256=7c42d56fac126929a6a85dbc73ff1db2411d04f104fae9bdea51305663a83fd0
                            SOURCE_SUBDIR build/cmake)
  FetchContent_MakeAvailable(zstd)
  target_include_directories(tilescope_zstd SYSTEM INTERFACE ${zstd_SOURCE_DIR}/lib)
  target_link_libraries(tilescope_zstd INTERFACE libzstd_static)
endif()

add_library(tilescope_xxhash INTERFACE)
find_path(TILESCOPE_XXHASH_INCLUDE xxhash.h)
find_library(TILESCOPE_XXHASH_LIBRARY xxhash)
if(TILESCOPE_XXHASH_INCLUDE AND TILESCOPE_XXHASH_LIBRARY)
  target_include_directories(tilescope_xxhash SYSTEM INTERFACE ${TILESCOPE_XXHASH_INCLUDE})
  target_link_libraries(tilescope_xxhash INTERFACE ${TILESCOPE_XXHASH_LIBRARY})
else()
  set(XXHASH_BUILD_XXHSUM OFF)
  FetchContent_Declare(xxhash URL https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.2.tar.gz
                              URL_HASH SHA256=baee0c6afd4f03165de7a4e67988d16f0f2b257b51d0e3cb91909302a26a79c4
                              SOURCE_SUBDIR cmake_unofficial)
  FetchContent_MakeAvailable(xxhash)
  target_include_directories(tilescope_xxhash SYSTEM INTERFACE ${xxhash_SOURCE_DIR})
  target_link_libraries(tilescope_xxhash INTERFACE xxhash)
endif()
