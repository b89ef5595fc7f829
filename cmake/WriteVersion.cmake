# Writes version.cpp, of the commit that is checked out now; a folder without git's is of none. Run by the build, again
# whenever another commit is checked out.
set(COMMIT "")
execute_process(
  COMMAND git -C ${SOURCE_FOLDER} log -1 "--format=, commit %h of %cs"
  OUTPUT_VARIABLE COMMIT
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(${SOURCE_FOLDER}/cmake/version.cpp.in ${OUTPUT} @ONLY)
