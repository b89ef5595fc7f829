# The libraries, compiled for the browser from their sources: those that lie in TILESCOPE_WEB_LIBRARIES, where scripts/web
# puts the packages' of Debian; what is missing there is downloaded.
set(TILESCOPE_WEB_LIBRARIES "" CACHE PATH "A folder with a folder of sources for each library")

enable_language(C)

# The folder of a library's sources, in NAME_SOURCE_DIR.
macro(tilescope_sources name)
  string(TOUPPER ${name} upper)
  if(TILESCOPE_WEB_LIBRARIES AND EXISTS ${TILESCOPE_WEB_LIBRARIES}/${name})
    set(${name}_SOURCE_DIR ${TILESCOPE_WEB_LIBRARIES}/${name})
  else()
    FetchContent_Declare(${name} ${ARGN})
    FetchContent_GetProperties(${name})
    if(NOT ${name}_POPULATED)
      FetchContent_Populate(${name})
    endif()
  endif()
endmacro()

tilescope_sources(fmt URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
                  URL_HASH SHA256=5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
add_library(fmt STATIC ${fmt_SOURCE_DIR}/src/format.cc)
target_include_directories(fmt SYSTEM PUBLIC ${fmt_SOURCE_DIR}/include)
target_compile_features(fmt PUBLIC cxx_std_20)
add_library(fmt::fmt ALIAS fmt)

function(tilescope_headers target folder)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE ${folder})
endfunction()
tilescope_sources(cli11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz
                  URL_HASH SHA256=aac0ab42108131ac5d3344a9db0fdf25c4db652296641955720a4fbe52334e22)
tilescope_headers(CLI11::CLI11 ${cli11_SOURCE_DIR}/include)
tilescope_sources(nlohmann_json URL https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz
                  URL_HASH SHA256=8c4b26bf4b422252e13f332bc5e388ec0ab5c3443d24399acb675e68278d341f)
tilescope_headers(nlohmann_json::nlohmann_json ${nlohmann_json_SOURCE_DIR}/include)
tilescope_sources(tomlplusplus URL https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.4.0.tar.gz
                  URL_HASH SHA256=8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155)
tilescope_headers(tomlplusplus::tomlplusplus ${tomlplusplus_SOURCE_DIR}/include)

tilescope_sources(zstd URL https://github.com/facebook/zstd/releases/download/v1.5.2/zstd-1.5.2.tar.gz
                  URL_HASH SHA256=7c42d56fac126929a6a85dbc73ff1db2411d04f104fae9bdea51305663a83fd0)
file(GLOB zstd_files ${zstd_SOURCE_DIR}/lib/common/*.c ${zstd_SOURCE_DIR}/lib/compress/*.c
     ${zstd_SOURCE_DIR}/lib/decompress/*.c)
add_library(tilescope_zstd STATIC ${zstd_files})
target_include_directories(tilescope_zstd SYSTEM PUBLIC ${zstd_SOURCE_DIR}/lib)
target_compile_definitions(tilescope_zstd PRIVATE ZSTD_DISABLE_ASM ZSTD_LEGACY_SUPPORT=0)

tilescope_sources(xxhash URL https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.2.tar.gz
                  URL_HASH SHA256=baee0c6afd4f03165de7a4e67988d16f0f2b257b51d0e3cb91909302a26a79c4)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/xxhash.c CONTENT
     "#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include <xxhash.h>\n")
add_library(tilescope_xxhash STATIC ${PROJECT_BINARY_DIR}/generated/xxhash.c)
target_include_directories(tilescope_xxhash SYSTEM PUBLIC ${xxhash_SOURCE_DIR})

tilescope_sources(stb URL https://github.com/nothings/stb/archive/b42009b3b9d4ca35bc703f5310eedc74f584be58.tar.gz
                  URL_HASH SHA256=13a99ad430e930907f5611325ec384168a958bf7610e63e60e2fd8e7b7379610)
add_library(tilescope_stb INTERFACE)
target_include_directories(tilescope_stb SYSTEM INTERFACE ${stb_SOURCE_DIR})

# Of FreeType, what reads the two kinds of fonts that we have.
add_library(tilescope_letters INTERFACE)
if(EXISTS ${TILESCOPE_WEB_LIBRARIES}/freetype)
  set(freetype_SOURCE_DIR ${TILESCOPE_WEB_LIBRARIES}/freetype)
  set(modules ${PROJECT_BINARY_DIR}/generated/freetype/web_modules.h)
  file(CONFIGURE OUTPUT ${modules} CONTENT
"FT_USE_MODULE( FT_Module_Class, autofit_module_class )
FT_USE_MODULE( FT_Driver_ClassRec, tt_driver_class )
FT_USE_MODULE( FT_Driver_ClassRec, cff_driver_class )
FT_USE_MODULE( FT_Module_Class, psaux_module_class )
FT_USE_MODULE( FT_Module_Class, psnames_module_class )
FT_USE_MODULE( FT_Module_Class, pshinter_module_class )
FT_USE_MODULE( FT_Module_Class, sfnt_module_class )
FT_USE_MODULE( FT_Renderer_Class, ft_smooth_renderer_class )
")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/freetype/web_options.h CONTENT
"#include <freetype/config/ftoption.h>
#undef FT_CONFIG_OPTION_USE_LZW
#undef FT_CONFIG_OPTION_USE_ZLIB
#undef FT_CONFIG_OPTION_SVG
")
  set(parts autofit/autofit base/ftbase base/ftbitmap base/ftdebug base/ftglyph base/ftinit base/ftmm base/ftsynth
      base/ftsystem base/ftbbox base/ftstroke cff/cff psaux/psaux pshinter/pshinter psnames/psmodule sfnt/sfnt
      smooth/smooth truetype/truetype)
  list(TRANSFORM parts PREPEND ${freetype_SOURCE_DIR}/src/)
  list(TRANSFORM parts APPEND .c)
  add_library(tilescope_freetype STATIC ${parts})
  target_include_directories(tilescope_freetype SYSTEM PUBLIC ${freetype_SOURCE_DIR}/include
                             PRIVATE ${PROJECT_BINARY_DIR}/generated/freetype)
  target_compile_definitions(tilescope_freetype PRIVATE FT2_BUILD_LIBRARY FT_CONFIG_MODULES_H=<web_modules.h>
                             FT_CONFIG_OPTIONS_H=<web_options.h>)
  target_compile_definitions(tilescope_letters INTERFACE TILESCOPE_FREETYPE)
endif()

tilescope_sources(imgui URL https://github.com/ocornut/imgui/archive/v1.90.4.tar.gz
                  URL_HASH SHA256=5d9dc738af74efa357f2a9fc39fe4a28d29ef1dfc725dd2977ccf3f3194e996e)
add_library(tilescope_imgui STATIC ${imgui_SOURCE_DIR}/imgui.cpp ${imgui_SOURCE_DIR}/imgui_draw.cpp
            ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp
            ${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
# It asks for OpenGL's state before each drawing, to put it back. A browser would wait for its other process each time.
set_source_files_properties(${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp PROPERTIES COMPILE_DEFINITIONS
                            glGetIntegerv=tilescope_state_before_drawing)
target_include_directories(tilescope_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR} ${imgui_SOURCE_DIR}/misc/cpp)
target_compile_features(tilescope_imgui PUBLIC cxx_std_20)
target_compile_definitions(tilescope_imgui PUBLIC IMGUI_DISABLE_DEMO_WINDOWS PRIVATE IMGUI_IMPL_OPENGL_ES3)
if(TARGET tilescope_freetype)
  target_sources(tilescope_imgui PRIVATE ${imgui_SOURCE_DIR}/misc/freetype/imgui_freetype.cpp)
  target_include_directories(tilescope_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR}/misc/freetype)
  target_link_libraries(tilescope_imgui PUBLIC tilescope_freetype)
  # Letters of FreeType alone: ImGui's own reader of fonts would be dead weight.
  target_compile_definitions(tilescope_imgui PUBLIC IMGUI_ENABLE_FREETYPE)
endif()
target_link_libraries(tilescope_letters INTERFACE tilescope_imgui)
