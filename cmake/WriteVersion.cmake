# Writes version.cpp for the checked-out commit; without git's folder it names no commit. The build runs it again after
# every checkout.
set(COMMIT "")
execute_process(
  COMMAND git -C ${SOURCE_FOLDER} log -1 "--format=, commit %h of %cs"
  OUTPUT_VARIABLE COMMIT
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(COMMIT STREQUAL "" AND EXISTS "${GIT_LOG}") # there is no git here any more; each line of its log tells a commit and the next
  file(STRINGS ${GIT_LOG} lines)
  list(POP_BACK lines last)
  string(REGEX REPLACE "^[0-9a-f]+ ([0-9a-f]......).*" ", commit \\1" COMMIT "${last}")
endif()
configure_file(${SOURCE_FOLDER}/cmake/version.cpp.in ${OUTPUT} @ONLY)
