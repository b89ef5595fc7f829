# A library for each folder. A folder may include only what its library links; tests/cmake/folder_test.cpp checks that.

# tilescope_folder(NAME [IN folder] [OFTEN|TYPED|RARELY] SOURCES a.cpp ... [PUBLIC libraries] [PRIVATE libraries]): the library
# tilescope_NAME from the folder of that name here, or from another one. FOLDERS names our own libraries without
# tilescope_. A folder's files are compiled in batches, except those in ALONE: their local names clash with others, or
# they take long. How much a folder is optimized depends on how often it runs: OFTEN for each event, TYPED for each key
# in a text, RARELY for a command; the others for each frame. That saves half of the time of -O3. On a page, every byte
# has to be downloaded.
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
  # For the test: a line for each folder with its library and the linked libraries.
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${arg_IN})
  list(JOIN arg_FOLDERS " " links)
  set_property(GLOBAL APPEND_STRING PROPERTY TILESCOPE_FOLDERS "${folder} ${target} ${links}\n")
endfunction()
