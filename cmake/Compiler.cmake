# The compiler options for our own C++: C++20, no implicit contraction of a * b + c, warnings on and clean.
add_library(tilescope_compiler INTERFACE)
target_compile_features(tilescope_compiler INTERFACE cxx_std_20)
target_include_directories(tilescope_compiler INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(
  tilescope_compiler
  INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow)

# GCC 12 mistakes "text" + std::string for overlapping copies (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tilescope_compiler INTERFACE -Wno-restrict)
endif()

# In a unity build, GCC takes a file for a header and warns of its local classes.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND TILESCOPE_TOGETHER)
  target_compile_options(tilescope_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

# For browsers: one thread, and WebAssembly exceptions. Every byte has to be downloaded, so code that does not run for
# each event is optimized for size.
if(EMSCRIPTEN)
  foreach(language C CXX)
    set(CMAKE_${language}_FLAGS_RELEASE "-Os -DNDEBUG")
  endforeach()
  add_compile_options(-fwasm-exceptions $<$<COMPILE_LANGUAGE:CXX>:-include${PROJECT_SOURCE_DIR}/cmake/web/standard_library.h>)
  add_link_options(-fwasm-exceptions)
  # Its script code contains $0; its C++ library has no <=> for strings; it has other pragmas than GCC.
  target_compile_options(
    tilescope_compiler INTERFACE -Wno-conversion -Wno-shadow -Wno-dollar-in-identifier-extension
                                 -Wno-defaulted-function-deleted -Wno-unknown-pragmas)
endif()

if(TILESCOPE_SANITIZE)
  target_compile_options(tilescope_compiler INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                      -fno-omit-frame-pointer)
  target_compile_definitions(tilescope_compiler INTERFACE TILESCOPE_SANITIZE)
  target_link_options(tilescope_compiler INTERFACE -fsanitize=address,undefined)
endif()
