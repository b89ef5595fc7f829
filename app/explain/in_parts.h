// What explains a launch, found part by part: for who has other things to do in between.
#pragma once

#include <memory>

#include "app/explain/explained.h"

namespace tilescope {

// The replay has to outlive it.
class ExplainingInParts {
 public:
  ExplainingInParts(const Replay& replay, Device device);
  ~ExplainingInParts();
  ExplainingInParts(const ExplainingInParts&) = delete;
  ExplainingInParts& operator=(const ExplainingInParts&) = delete;

  [[nodiscard]] bool go_on();                       // with another part; false: that was the last
  [[nodiscard]] std::shared_ptr<Explained> take();  // then

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilescope
