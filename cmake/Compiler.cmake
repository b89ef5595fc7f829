# How all of our own C++ is compiled: C++20, no contraction of a * b + c behind our back, warnings on and clean.
add_library(tilescope_compiler INTERFACE)
target_compile_features(tilescope_compiler INTERFACE cxx_std_20)
target_include_directories(tilescope_compiler INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(
  tilescope_compiler
  INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>
            $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow>)

# GCC 12 takes "text" + std::string for overlapping copies (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tilescope_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()

if(TILESCOPE_SANITIZE)
  target_compile_options(tilescope_compiler INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                                                      -fno-omit-frame-pointer)
  target_compile_definitions(tilescope_compiler INTERFACE TILESCOPE_SANITIZE)
  target_link_options(tilescope_compiler INTERFACE -fsanitize=address,undefined)
endif()

# nvcc is asked for only where there is one; everything but recording on a GPU works without. What it makes is PTX for
# the oldest GPU that it knows, which the driver of any later one translates and keeps when it is first run: one build
# for all GPUs, and the shortest.
if(TILESCOPE_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual CACHE STRING "CUDA architectures to compile for")
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>) # CMake 3.25 does not know that nvcc 13 has it
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static) # a program starts where there is no driver, and says so
    set(TILESCOPE_HAS_CUDA ON)
  endif()
endif()
