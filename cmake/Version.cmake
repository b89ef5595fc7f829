# The version for `tilescope --version`. git's log of HEAD changes exactly with every commit and checkout.
set(version_file ${PROJECT_BINARY_DIR}/generated/version.cpp)
set(git_log .git/logs/HEAD)
execute_process(
  COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD
  OUTPUT_VARIABLE told
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(told)
  set(git_log ${told})
endif()
cmake_path(ABSOLUTE_PATH git_log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
if(IS_DIRECTORY ${git_log} OR NOT EXISTS ${git_log})
  set(git_log "")
endif()
add_custom_command(
  OUTPUT ${version_file}
  COMMAND
    ${CMAKE_COMMAND} -D SOURCE_FOLDER=${PROJECT_SOURCE_DIR} -D OUTPUT=${version_file} -D VERSION=${PROJECT_VERSION} -D
    "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" -D "BUILD_TYPE=$<CONFIG>" -D
    "GIT_LOG=${git_log}" -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake ${PROJECT_SOURCE_DIR}/cmake/version.cpp.in ${git_log}
  VERBATIM)
