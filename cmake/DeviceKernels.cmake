# Kernels for GPUs: the instrumenter's output of plain CUDA text, and the text itself, compiled by nvcc once for each tile
# width. They stay until GPUs take programs, as the CPU does.

# The header that the instrumenter makes of FILE.cu.
function(tilescope_instrument file header)
  add_custom_command(
    OUTPUT ${header}
    COMMAND tilescope-instrument ${file} -o ${header}
    DEPENDS tilescope-instrument ${file}
    COMMENT "Instrumenting ${file}"
    VERBATIM)
endfunction()

# tilescope_device_kernel(TARGET NAME TILES 1 2 4 [SQUARE] [THREADS N [BLOCKS N]] [PAIRS] [TOGETHER]): NAME.cu becomes
# three translation units of TARGET for each width, or for a kernel that takes any, without TILES: the plain text, the
# recorded text that keeps events, and the one that counts them. Each is a module of its own, so that a driver which has to
# translate it for its GPU translates no more than is run. Nothing where there is no nvcc.
# SQUARE: its blocks are TILE x TILE threads, which helps the compiler.
# THREADS: its blocks have N threads at most, which may then have more registers each.
# BLOCKS: a multiprocessor shall hold N of these at least while they are recorded: the more, the fewer registers for each
# thread; with 1, more than nvcc would choose.
# PAIRS: a thread that records keeps one event back and stores two at once. That helps where few threads at a time have
# much to store.
# TOGETHER: all widths share translation units: a build takes half as long, and a driver translates all widths when one is
# run.
function(tilescope_device_kernel target name)
  if(NOT TILESCOPE_HAS_CUDA)
    return()
  endif()
  cmake_parse_arguments(arg "SQUARE;PAIRS;TOGETHER" "THREADS;BLOCKS" "TILES" ${ARGN})
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
  set(includes "${block}#include \"instrumentation/traced/entries.h\"\n")

  set(groups ${arg_TILES})
  if(arg_TOGETHER)
    set(groups all)
  endif()
  foreach(group IN LISTS groups)
    set(tiles ${group})
    if(arg_TOGETHER)
      set(tiles ${arg_TILES})
    endif()
    set(stem ${CMAKE_CURRENT_BINARY_DIR}/${name}_${group})
    tilescope_unit(${stem}.plain.cu plain_kernel.cu.in "")
    tilescope_unit(${stem}.record.cu device_kernel.cu.in "${recording}${includes}" record)
    tilescope_unit(${stem}.count.cu device_kernel.cu.in "#define TILESCOPE_COUNTING\n${includes}" count)
    set_property(SOURCE ${stem}.record.cu ${stem}.count.cu APPEND PROPERTY OBJECT_DEPENDS ${header})
    target_sources(${target} PRIVATE ${stem}.plain.cu ${stem}.record.cu ${stem}.count.cu)
  endforeach()
  foreach(tile IN LISTS arg_TILES)
    set(entry ${name}_${tile})
    set_property(GLOBAL APPEND_STRING PROPERTY TILESCOPE_DEVICE_DECLARATIONS
                                               "const void* plain_${entry}();\nDeviceKernel record_${entry}();\nDeviceKernel count_${entry}();\n")
    set_property(GLOBAL APPEND_STRING PROPERTY TILESCOPE_DEVICE_KERNELS
                                               "      with(record_${entry}(), count_${entry}(), plain_${entry}(), ${pairs}),\n")
  endforeach()
endfunction()

# Writes a translation unit: a head, and the template once for each width of `tiles`.
function(tilescope_unit unit template head)
  set(verb ${ARGN})
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
function(tilescope_device_kernels target)
  get_property(declarations GLOBAL PROPERTY TILESCOPE_DEVICE_DECLARATIONS)
  get_property(kernels GLOBAL PROPERTY TILESCOPE_DEVICE_KERNELS)
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/all_device_kernels.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/device_kernels.cpp.in ${unit} @ONLY)
  target_sources(${target} PRIVATE ${unit})
endfunction()
