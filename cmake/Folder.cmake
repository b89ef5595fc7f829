# A library for each folder. What a folder may include is what its library links; tests/cmake/folder_test.cpp holds it to that.

# tilescope_folder(NAME [IN folder] [OFTEN|TYPED|RARELY] SOURCES a.cpp ... [PUBLIC libraries] [PRIVATE libraries]): the library
# tilescope_NAME of the folder of that name here, or of another one. Our own libraries are named without the tilescope_
# before them in FOLDERS. Files of a folder are compiled several at a time, but for those that stand ALONE: they give
# names of their own to what others name in the same way, or take long. How much a folder is optimized hangs on how often
# it runs: OFTEN for each event, TYPED at each key of a text, RARELY for a command; the others for each frame. So half of
# the time of -O3 is saved. On a page each byte has to be loaded.
set(TILESCOPE_BATCH 40)
set(optimized_OFTEN -O3)
set(optimized_TYPED -O1)
set(optimized_RARELY -Og)
set(optimized_ -O1)
if(EMSCRIPTEN)
  set(optimized_TYPED -Oz)
  set(optimized_RARELY -Oz)
  set(optimized_ -Os)
endif()
function(tilescope_folder name)
  cmake_parse_arguments(arg "OFTEN;TYPED;RARELY" "IN" "SOURCES;ALONE;FOLDERS;PUBLIC;PRIVATE" ${ARGN})
  if(NOT arg_IN)
    set(arg_IN ${name})
  endif()
  set(target tilescope_${name})
  set(optimized ${optimized_})
  list(TRANSFORM arg_FOLDERS PREPEND tilescope_)
  if(arg_SOURCES)
    list(TRANSFORM arg_SOURCES PREPEND ${arg_IN}/)
    add_library(${target} STATIC ${arg_SOURCES})
    target_link_libraries(${target} PUBLIC tilescope_compiler ${arg_FOLDERS} ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${TILESCOPE_TOGETHER}
                                                   UNITY_BUILD_BATCH_SIZE ${TILESCOPE_BATCH})
    foreach(often OFTEN TYPED RARELY)
      if(arg_${often})
        set(optimized ${optimized_${often}})
      endif()
    endforeach()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${optimized}>)
    list(TRANSFORM arg_ALONE PREPEND ${arg_IN}/)
    set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE tilescope_compiler ${arg_FOLDERS} ${arg_PUBLIC})
  endif()
  # For the test: a line for each folder, its library, and those that it links.
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${arg_IN})
  list(JOIN arg_FOLDERS " " links)
  set_property(GLOBAL APPEND_STRING PROPERTY TILESCOPE_FOLDERS "${folder} ${target} ${links}\n")
endfunction()
