// Small pictures of kernels for the start page. Each is drawn from a recording of the kernel with its usual launch, one
// after the other in the background.
#pragma once

#include <future>
#include <map>
#include <string>

#include "app/stage/picture.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

class KernelPictures {
 public:
  // Null until the picture is drawn. If no other is being drawn, this one is begun.
  [[nodiscard]] const Picture* of(const std::string& kernel);
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }

 private:
  void take();

  std::map<std::string, Picture> drawn_;
  std::string begun_;
  std::future<Picture> coming_;
};

// The usual launch of a kernel; a product kernel whose tiles are larger gets larger matrices.
[[nodiscard]] Request usual_request(const std::string& kernel);
// The arrays in the middle of the launch, without words; empty if the kernel cannot be recorded in two seconds.
[[nodiscard]] Picture kernel_picture(const std::string& kernel);

}  // namespace tilescope
