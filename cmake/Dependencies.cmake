# Libraries come from the system; for a missing one, a pinned release is downloaded and built.
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)

find_package(Threads REQUIRED)

if(EMSCRIPTEN)
  include(cmake/web/Libraries.cmake)
else()
  include(cmake/Libraries.cmake)
  include(cmake/Graphics.cmake)
endif()

# Compiled once, not in every file that includes it.
get_target_property(toml_headers tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/toml.cpp CONTENT "#define TOML_IMPLEMENTATION\n#include <toml++/toml.h>\n")
add_library(tilescope_toml STATIC ${PROJECT_BINARY_DIR}/generated/toml.cpp)
target_compile_features(tilescope_toml PUBLIC cxx_std_20)
target_compile_options(tilescope_toml PRIVATE -O1) # it reads short files, and takes long to optimize
target_compile_definitions(tilescope_toml PUBLIC TOML_HEADER_ONLY=0)
if(toml_headers)
  target_include_directories(tilescope_toml SYSTEM PUBLIC ${toml_headers})
endif()

include(cmake/Assets.cmake)

if(TILESCOPE_TESTS)
  find_package(GTest 1.11 QUIET)
  if(NOT GTest_FOUND)
    FetchContent_Declare(googletest URL https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz
                                    URL_HASH SHA256=81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2)
    FetchContent_MakeAvailable(googletest)
  endif()
endif()
