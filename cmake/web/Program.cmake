# The program for the browser: of the command line, what opens the window and what tests compare.
set(TILESCOPE_BATCH 4)
tilescope_folder(
  cli RARELY
  SOURCES dump.cpp
          known_tables.cpp
          launch_options.cpp
          long_output.cpp
          place_options.cpp
          view.cpp
  ALONE dump.cpp
  FOLDERS command_line window language
  PRIVATE fmt::fmt)

add_executable(tilescope cli/browser_main.cpp)
target_link_libraries(tilescope PRIVATE tilescope_cli fmt::fmt)
target_link_options(
  tilescope
  PRIVATE
  -sMIN_WEBGL_VERSION=2
  -sMAX_WEBGL_VERSION=2
  -sALLOW_MEMORY_GROWTH
  -sINITIAL_MEMORY=67108864
  -sMAXIMUM_MEMORY=2147483648
  -sTOTAL_STACK=4194304
  -sFORCE_FILESYSTEM
  -sDYNAMIC_EXECUTION=0
  -sENVIRONMENT=web,worker,node
  -sMODULARIZE
  -sEXPORT_NAME=makeTileScope
  -sEXPORTED_RUNTIME_METHODS=ccall,ENV,FS,UTF8ToString
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free
  -sEXIT_RUNTIME=0)

# What unpacks it there, first of all: a program of its own.
add_executable(unpack ${PROJECT_SOURCE_DIR}/cmake/web/unpack.c)
set_target_properties(unpack PROPERTIES SUFFIX .wasm)
target_link_options(unpack PRIVATE --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=131072
                    -sTOTAL_STACK=4096)
