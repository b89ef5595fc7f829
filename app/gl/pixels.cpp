#include "app/gl/pixels.h"

#include "app/gl/gl.h"

namespace tilescope {

// OpenGL counts rows from below.
void Pixels::clip_to(const Box& box) const {
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(box.x), static_cast<GLint>(size.y - box.bottom()), static_cast<GLsizei>(box.w),
            static_cast<GLsizei>(box.h));
}

}  // namespace tilescope
