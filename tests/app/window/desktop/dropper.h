// Another program that lets a file fall on a window, by the XDND protocol.
#pragma once

#include <memory>
#include <string>

namespace tilescope::test {

class Dropper {
 public:
  explicit Dropper(const std::string& display);
  ~Dropper();

  // On the window whose title begins so. True when it has taken what these URIs name.
  bool drop(const std::string& title, const std::string& uris);

 private:
  class Hand;  // apart, for Xlib's names are everybody's words
  std::unique_ptr<Hand> hand_;
};

}  // namespace tilescope::test
