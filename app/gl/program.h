// A shader program, compiled from two files in shaders/.
#pragma once

#include <string>

#include "app/gl/gl.h"

namespace tilescope {

class Program {
 public:
  // `defines` precedes both sources. Throws with the file's name and the compiler's first message.
  Program(const std::string& vertex_file, const std::string& fragment_file, const std::string& defines);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] GLuint name() const { return name_; }
  [[nodiscard]] GLint uniform(const char* uniform_name) const { return glGetUniformLocation(name_, uniform_name); }

 private:
  GLuint name_ = 0;
};

}  // namespace tilescope
