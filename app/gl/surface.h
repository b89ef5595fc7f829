// What a frame is drawn on: a window, or a picture that nobody sees.
#pragma once

#include <cstdint>
#include <vector>

#include "app/gl/keys.h"
#include "app/stage/image.h"

struct GLFWwindow;

namespace tilescope {

struct Extent {
  int width = 0, height = 0;

  bool operator==(const Extent&) const = default;
};

class Surface {
 public:
  virtual ~Surface() = default;
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  [[nodiscard]] virtual Extent size() const = 0;                   // in the units of the mouse
  [[nodiscard]] virtual Extent pixels() const { return size(); }   // of what is drawn on
  [[nodiscard]] virtual float content_scale() const { return 1; }  // how large the display wants things
  [[nodiscard]] virtual GLFWwindow* window() const { return nullptr; }
  [[nodiscard]] virtual std::vector<KeyPress> take_keys() { return {}; }  // since the last call

  virtual void bind() = 0;     // what is drawn next goes here, over what was drawn before
  virtual void present() = 0;  // shows it
  // Another number once what was drawn before is lost.
  [[nodiscard]] virtual std::uint64_t canvas() const = 0;

 protected:
  Surface() = default;
};

// What was drawn on the surface that is bound; to be called before it is presented.
[[nodiscard]] Image read_pixels(Extent pixels);

}  // namespace tilescope
