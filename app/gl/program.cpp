#include "app/gl/program.h"

#include <fmt/format.h>

#include <array>

#include "instrumentation/assets.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

// In what we use, the shader languages of OpenGL 3.3 and WebGL 2 differ little.
#if defined(__EMSCRIPTEN__)
constexpr const char* shader_head =
    "#version 300 es\nprecision highp float;\nprecision highp int;\n#define noperspective\n";
#else
constexpr const char* shader_head = "#version 330 core\n";
#endif

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

GLuint compile(GLenum kind, const std::string& file, const std::string& defines) {
  const std::string text = shader_head + defines + "#line 1\n" + read_asset(file);
  const GLuint shader = glCreateShader(kind);
  const char* start = text.c_str();
  glShaderSource(shader, 1, &start, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled != 0) return shader;
  std::array<char, 1024> complaint{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(complaint.size()), nullptr, complaint.data());
  glDeleteShader(shader);
  throw Error(fmt::format("{} does not compile: {}", file, first_line(complaint.data())));
}

}  // namespace

Program::Program(const std::string& vertex_file, const std::string& fragment_file, const std::string& defines) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_file, defines);
  GLuint fragment = 0;
  try {
    fragment = compile(GL_FRAGMENT_SHADER, fragment_file, defines);
  } catch (const Error&) {
    glDeleteShader(vertex);
    throw;
  }
  name_ = glCreateProgram();
  glAttachShader(name_, vertex);
  glAttachShader(name_, fragment);
  glLinkProgram(name_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint linked = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &linked);
  if (linked != 0) return;
  std::array<char, 1024> complaint{};
  glGetProgramInfoLog(name_, static_cast<GLsizei>(complaint.size()), nullptr, complaint.data());
  glDeleteProgram(name_);
  throw Error(fmt::format("{} does not link: {}", fragment_file, first_line(complaint.data())));
}

Program::~Program() { glDeleteProgram(name_); }

}  // namespace tilescope
