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

# tilescope_recorded_kernel(TARGET NAME TILES 1 2 4 [SQUARE] [THREADS N [BLOCKS N]] [PAIRS] [TOGETHER] [CPU_ONLY]): NAME.cu
# becomes one translation unit of TARGET for each width, or a single one, without TILES, of a kernel that takes any; and three more for GPUs, where there is
# nvcc. Their names are added to the list TILESCOPE_RECORDED_<TARGET>.
# SQUARE: its blocks are TILE x TILE threads, which helps the compiler.
# THREADS: its blocks have N threads at most, which may then have more registers each.
# BLOCKS: a multiprocessor shall hold N of these at least while they are recorded: the more, the fewer registers for each
# thread; with 1, more than nvcc would choose.
# PAIRS: a thread that records keeps one event back and stores two at once. That helps where few threads at a time have
# much to store.
# TOGETHER: all widths share a translation unit, as they always do where there is no nvcc: a build takes half as long, and a
# driver translates all widths when one is run.
# CPU_ONLY: nothing for GPUs.
function(tilescope_recorded_kernel target name)
  cmake_parse_arguments(arg "SQUARE;PAIRS;TOGETHER;CPU_ONLY" "THREADS;BLOCKS" "TILES" ${ARGN})
  if(NOT arg_TILES)
    set(arg_TILES 0)
  endif()
  set(file ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${name}.recorded.h)
  tilescope_instrument(${file} ${header})
  set(block "")
  if(arg_SQUARE)
    set(block "#define TILESCOPE_BLOCK_X TILESCOPE_TILE\n#define TILESCOPE_BLOCK_Y TILESCOPE_TILE\n")
  endif()
  if(arg_THREADS)
    string(APPEND block "#define TILESCOPE_MOST_THREADS ${arg_THREADS}\n")
  endif()
  set(recording "")
  set(pairs false)
  if(arg_BLOCKS)
    string(APPEND recording "#define TILESCOPE_LEAST_BLOCKS ${arg_BLOCKS}\n")
  endif()
  if(arg_PAIRS)
    string(APPEND recording "#define TILESCOPE_PAIRS\n")
    set(pairs true)
  endif()
  set(includes "#include \"instrumentation/traced/entries.h\"\n")
  set(on_devices OFF)
  if(TILESCOPE_HAS_CUDA AND NOT arg_CPU_ONLY)
    set(on_devices ON)
    set(host_includes "#define TILESCOPE_ON_DEVICES\n")
  endif()
  string(APPEND host_includes "${block}#include \"instrumentation/executors/cuda/device_kernel.h\"\n${includes}")

  set(groups ${arg_TILES})
  set(together ${arg_TOGETHER})
  if(NOT TILESCOPE_HAS_CUDA)
    set(together ON)
  endif()
  if(together)
    set(groups all)
  endif()
  foreach(group IN LISTS groups)
    set(tiles ${group})
    if(together)
      set(tiles ${arg_TILES})
    endif()
    set(stem ${CMAKE_CURRENT_BINARY_DIR}/${name}_${group})
    tilescope_unit(${stem}.cpp recorded_kernel.cpp.in "${host_includes}")
    set_property(SOURCE ${stem}.cpp APPEND PROPERTY OBJECT_DEPENDS ${header})
    # A kernel's text may leave a parameter unused, and says #pragma unroll.
    set_property(SOURCE ${stem}.cpp APPEND PROPERTY COMPILE_OPTIONS
                                                    -Wno-unused-parameter -Wno-unknown-pragmas -Wno-conversion
                                                    -Wno-sign-compare -Wno-dangling-else)
    target_sources(${target} PRIVATE ${stem}.cpp)
    if(on_devices)
      tilescope_device_units(${target} ${stem} "${block}${includes}")
    endif()
  endforeach()
  foreach(tile IN LISTS arg_TILES)
    set_property(GLOBAL APPEND PROPERTY TILESCOPE_RECORDED_${target} ${name}_${tile})
  endforeach()
endfunction()

# What nvcc makes of it: the plain text, the recorded text that keeps events, and the one that counts them. Each is a
# module of its own, so that a driver which has to translate it for its GPU translates no more than is run.
function(tilescope_device_units target stem includes)
  tilescope_unit(${stem}.plain.cu plain_kernel.cu.in "")
  foreach(verb record count)
    set(how "${recording}")
    if(verb STREQUAL count)
      set(how "#define TILESCOPE_COUNTING\n")
    endif()
    set(unit ${stem}.${verb}.cu)
    tilescope_unit(${unit} device_kernel.cu.in "${how}${includes}")
    set_property(SOURCE ${unit} APPEND PROPERTY OBJECT_DEPENDS ${header})
    target_sources(${target} PRIVATE ${unit})
  endforeach()
  target_sources(${target} PRIVATE ${stem}.plain.cu)
endfunction()

# Writes a translation unit: a head, and the template once for each width of `tiles`.
function(tilescope_unit unit template head)
  file(READ ${PROJECT_SOURCE_DIR}/cmake/${template} body)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/${template})
  set(text "// ${name}.cu, compiled.\n${head}")
  foreach(tile IN LISTS tiles)
    set(entry ${name}_${tile})
    string(CONFIGURE "${body}" one @ONLY)
    string(APPEND text "${one}")
  endforeach()
  file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
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
