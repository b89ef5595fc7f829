# Makes recorded kernels of plain CUDA text: the instrumenter's output, compiled once for each tile width.

# The header that the instrumenter makes of FILE.cu.
function(tilescope_instrument file header)
  add_custom_command(
    OUTPUT ${header}
    COMMAND tilescope-instrument ${file} -o ${header}
    DEPENDS tilescope-instrument ${file}
    COMMENT "Instrumenting ${file}"
    VERBATIM)
endfunction()

# tilescope_recorded_kernel(TARGET NAME TILES 1 2 4 [SQUARE]): NAME.cu becomes one translation unit of TARGET for each width, or
# a single one, without TILES, of a kernel that takes any; and three more for GPUs, where there is nvcc. Their names are
# added to the list TILESCOPE_RECORDED_<TARGET>. SQUARE: its blocks are TILE x TILE threads, which helps the compiler.
function(tilescope_recorded_kernel target name)
  cmake_parse_arguments(arg "SQUARE" "" "TILES" ${ARGN})
  if(NOT arg_TILES)
    set(arg_TILES 0)
  endif()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.recorded.h)
  tilescope_instrument(${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu ${header})
  get_property(entries GLOBAL PROPERTY TILESCOPE_RECORDED_${target})
  foreach(tile IN LISTS arg_TILES)
    set(entry ${name}_${tile})
    set(block "")
    if(arg_SQUARE)
      set(block "#define TILESCOPE_BLOCK_X ${tile}\n#define TILESCOPE_BLOCK_Y ${tile}\n")
    endif()
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${entry}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/recorded_kernel.cpp.in ${unit} @ONLY)
    set_property(SOURCE ${unit} APPEND PROPERTY OBJECT_DEPENDS ${header})
    # A kernel's text may leave a parameter unused, and says #pragma unroll.
    set_property(SOURCE ${unit} APPEND PROPERTY COMPILE_OPTIONS
                                                -Wno-unused-parameter -Wno-unknown-pragmas -Wno-conversion -Wno-sign-compare
                                                -Wno-dangling-else)
    target_sources(${target} PRIVATE ${unit})
    if(TILESCOPE_HAS_CUDA)
      tilescope_device_kernel(${target} ${name} ${tile} ${header} "${block}")
    endif()
    list(APPEND entries ${entry})
  endforeach()
  set_property(GLOBAL PROPERTY TILESCOPE_RECORDED_${target} "${entries}")
endfunction()

# What nvcc makes of it: the plain text, the recorded text that keeps events, and the one that counts them. Each is a
# module of its own, so that a driver which has to translate it for its GPU translates no more than is run.
function(tilescope_device_kernel target name tile header block)
  set(entry ${name}_${tile})
  set(file ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu)
  set(units "")
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${entry}.plain.cu)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/plain_kernel.cu.in ${unit} @ONLY)
  list(APPEND units ${unit})
  foreach(verb record count)
    set(counting "")
    if(verb STREQUAL count)
      set(counting "#define TILESCOPE_COUNTING")
    endif()
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${entry}.${verb}.cu)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/device_kernel.cu.in ${unit} @ONLY)
    set_property(SOURCE ${unit} APPEND PROPERTY OBJECT_DEPENDS ${header})
    list(APPEND units ${unit})
  endforeach()
  target_sources(${target} PRIVATE ${units})
endfunction()

# The table of all of them.
function(tilescope_kernel_registry target)
  get_property(entries GLOBAL PROPERTY TILESCOPE_RECORDED_${target})
  set(declarations "")
  set(addresses "")
  foreach(entry IN LISTS entries)
    string(APPEND declarations "const RecordedKernel& recorded_${entry}();\n")
    string(APPEND addresses "      &recorded_${entry}(),\n")
  endforeach()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/recorded_kernels.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/recorded_kernels.cpp.in ${unit} @ONLY)
  target_sources(${target} PRIVATE ${unit})
endfunction()
