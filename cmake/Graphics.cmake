# The libraries for windows and pictures: GLFW, EGL's headers, an OpenGL loader made by glad, ImGui and stb.
# libEGL itself is loaded only for drawing without a window, so that the program starts without it.

find_package(glfw3 3.3 QUIET)
if(NOT TARGET glfw)
  set(GLFW_BUILD_DOCS OFF)
  set(GLFW_BUILD_TESTS OFF)
  set(GLFW_BUILD_EXAMPLES OFF)
  set(GLFW_INSTALL OFF)
  FetchContent_Declare(glfw URL https://github.com/glfw/glfw/archive/refs/tags/3.4.tar.gz
                            URL_HASH SHA256=c038d34200234d071fae9345bc455e4a8f2f544ab60150765d7704e08f3dac01)
  FetchContent_MakeAvailable(glfw)
endif()

find_path(TILESCOPE_EGL_HEADERS EGL/egl.h)
if(NOT TILESCOPE_EGL_HEADERS)
  message(FATAL_ERROR "There is no EGL/egl.h: install EGL's headers (libegl-dev on Debian and Ubuntu)")
endif()
add_library(tilescope_egl_headers INTERFACE)
target_include_directories(tilescope_egl_headers SYSTEM INTERFACE ${TILESCOPE_EGL_HEADERS})
target_link_libraries(tilescope_egl_headers INTERFACE ${CMAKE_DL_LIBS})

# The loader is generated in the build folder; --reproducible keeps glad from downloading newer tables.
find_program(TILESCOPE_GLAD NAMES glad)
if(TILESCOPE_GLAD)
  set(glad_command ${TILESCOPE_GLAD})
else()
  find_package(Python3 REQUIRED COMPONENTS Interpreter) # with the module jinja2
  FetchContent_Declare(glad URL https://github.com/Dav1dde/glad/archive/refs/tags/v2.0.8.tar.gz
                            URL_HASH SHA256=44f06f9195427c7017f5028d0894f57eb216b0a8f7c4eda7ce883732aeb2d0fc)
  FetchContent_MakeAvailable(glad)
  set(glad_command ${CMAKE_COMMAND} -E env PYTHONPATH=${glad_SOURCE_DIR} ${Python3_EXECUTABLE} -m glad)
endif()
set(glad_folder ${PROJECT_BINARY_DIR}/generated/glad)
add_custom_command(
  OUTPUT ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h
  COMMAND ${glad_command} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_folder} c
  VERBATIM)
enable_language(C)
add_library(tilescope_glad STATIC ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h)
target_include_directories(tilescope_glad SYSTEM PUBLIC ${glad_folder}/include)

# Distributions build ImGui with the backends that we need; if the system's lacks them, or is missing, we build ImGui.
find_package(Freetype QUIET)
find_path(TILESCOPE_IMGUI_HEADERS backends/imgui_impl_glfw.h PATH_SUFFIXES imgui)
find_library(TILESCOPE_IMGUI_LIBRARY imgui)
find_library(TILESCOPE_STB_LIBRARY stb)
if(TILESCOPE_IMGUI_HEADERS AND TILESCOPE_IMGUI_LIBRARY)
  add_library(tilescope_imgui INTERFACE)
  target_include_directories(tilescope_imgui SYSTEM INTERFACE ${TILESCOPE_IMGUI_HEADERS})
  target_link_libraries(tilescope_imgui INTERFACE ${TILESCOPE_IMGUI_LIBRARY} glfw ${CMAKE_DL_LIBS})
  if(TILESCOPE_STB_LIBRARY) # Debian's leaves the packing of letters to it
    target_link_libraries(tilescope_imgui INTERFACE ${TILESCOPE_STB_LIBRARY})
  endif()
  set(imgui_freetype_header ${TILESCOPE_IMGUI_HEADERS}/imgui_freetype.h)
else()
  FetchContent_Declare(imgui URL https://github.com/ocornut/imgui/archive/v1.90.4.tar.gz
                             URL_HASH SHA256=5d9dc738af74efa357f2a9fc39fe4a28d29ef1dfc725dd2977ccf3f3194e996e)
  FetchContent_MakeAvailable(imgui)
  add_library(
    tilescope_imgui STATIC
    ${imgui_SOURCE_DIR}/imgui.cpp
    ${imgui_SOURCE_DIR}/imgui_draw.cpp
    ${imgui_SOURCE_DIR}/imgui_tables.cpp
    ${imgui_SOURCE_DIR}/imgui_widgets.cpp
    ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
    ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(tilescope_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR})
  target_link_libraries(tilescope_imgui PUBLIC glfw ${CMAKE_DL_LIBS})
  if(Freetype_FOUND)
    target_sources(tilescope_imgui PRIVATE ${imgui_SOURCE_DIR}/misc/freetype/imgui_freetype.cpp)
    target_link_libraries(tilescope_imgui PRIVATE Freetype::Freetype)
    target_include_directories(tilescope_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR}/misc/freetype)
  endif()
  set(imgui_freetype_header ${imgui_SOURCE_DIR}/misc/freetype/imgui_freetype.h)
endif()
# FreeType makes small letters crisper. Without it, ImGui draws them itself.
add_library(tilescope_letters INTERFACE)
target_link_libraries(tilescope_letters INTERFACE tilescope_imgui)
if(Freetype_FOUND AND EXISTS ${imgui_freetype_header})
  target_link_libraries(tilescope_letters INTERFACE Freetype::Freetype)
  target_compile_definitions(tilescope_letters INTERFACE TILESCOPE_FREETYPE)
endif()

find_path(TILESCOPE_STB_HEADERS stb_image_write.h PATH_SUFFIXES stb)
if(NOT TILESCOPE_STB_HEADERS)
  FetchContent_Declare(stb URL https://github.com/nothings/stb/archive/b42009b3b9d4ca35bc703f5310eedc74f584be58.tar.gz
                           URL_HASH SHA256=13a99ad430e930907f5611325ec384168a958bf7610e63e60e2fd8e7b7379610)
  FetchContent_MakeAvailable(stb)
  set(TILESCOPE_STB_HEADERS ${stb_SOURCE_DIR})
endif()
add_library(tilescope_stb INTERFACE)
target_include_directories(tilescope_stb SYSTEM INTERFACE ${TILESCOPE_STB_HEADERS})
