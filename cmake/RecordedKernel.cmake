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

# tilescope_recorded_kernel(TARGET NAME TILES 1 2 4): NAME.cu becomes one translation unit of TARGET for each width, or
# a single one, without TILES, of a kernel that takes any. Their names are added to the list TILESCOPE_RECORDED_<TARGET>.
function(tilescope_recorded_kernel target name)
  cmake_parse_arguments(arg "" "" "TILES" ${ARGN})
  if(NOT arg_TILES)
    set(arg_TILES 0)
  endif()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.recorded.h)
  tilescope_instrument(${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu ${header})
  get_property(entries GLOBAL PROPERTY TILESCOPE_RECORDED_${target})
  foreach(tile IN LISTS arg_TILES)
    set(entry ${name}_${tile})
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${entry}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/recorded_kernel.cpp.in ${unit} @ONLY)
    set_property(SOURCE ${unit} APPEND PROPERTY OBJECT_DEPENDS ${header})
    # A kernel's text may leave a parameter unused, and says #pragma unroll.
    set_property(SOURCE ${unit} APPEND PROPERTY COMPILE_OPTIONS
                                                -Wno-unused-parameter -Wno-unknown-pragmas -Wno-conversion -Wno-sign-compare
                                                -Wno-dangling-else)
    target_sources(${target} PRIVATE ${unit})
    list(APPEND entries ${entry})
  endforeach()
  set_property(GLOBAL PROPERTY TILESCOPE_RECORDED_${target} "${entries}")
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
