// Stacks that can be switched between: the CUDA threads of a block take turns on one OS thread. Built on Boost.Context.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>
#include <utility>

#if defined(TILESCOPE_SANITIZE)
#include <sanitizer/common_interface_defs.h>
#endif

namespace tilescope::cpu {

// Memory for the stacks of one block's threads, with a guard page below each.
class Stacks {
 public:
  Stacks(std::size_t count, std::size_t bytes);
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;
  ~Stacks();

  [[nodiscard]] boost::context::preallocated operator[](std::size_t n) const;

 private:
  std::size_t stride_;
  std::size_t count_;
  char* memory_;
};

class Context {
 public:
  Context() = default;  // the OS thread's own stack
  // Switched to for the first time, it runs `body`; when that returns, it ends, and whoever switched to it last goes
  // on.
  Context(const boost::context::preallocated& stack, std::function<void()> body);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Leaves this context, the running one, for `next`; returns when somebody switches back.
  void switch_to(Context& next);

 private:
  void leave_for(Context& next, void** keeps_shadow);
  void arrived(boost::context::fiber&& from);
  [[nodiscard]] boost::context::fiber end();

  boost::context::fiber where_;
  Context* came_from_ = nullptr;
  // What AddressSanitizer wants to be told of every change of stacks.
  const void* stack_bottom_ = nullptr;
  std::size_t stack_bytes_ = 0;
  void* shadow_ = nullptr;
};

// Inline, since every return from a function of one stack to a caller on another is one that the processor mispredicts.
inline void Context::switch_to(Context& next) {
  leave_for(next, &shadow_);
  arrived(std::move(next.where_).resume());
}

// `keeps_shadow` is null when this context ends.
inline void Context::leave_for(Context& next, [[maybe_unused]] void** keeps_shadow) {
  next.came_from_ = this;
#if defined(TILESCOPE_SANITIZE)
  __sanitizer_start_switch_fiber(keeps_shadow, next.stack_bottom_, next.stack_bytes_);
#endif
}

inline void Context::arrived(boost::context::fiber&& from) {
#if defined(TILESCOPE_SANITIZE)
  __sanitizer_finish_switch_fiber(shadow_, &came_from_->stack_bottom_, &came_from_->stack_bytes_);
#endif
  came_from_->where_ = std::move(from);
}

}  // namespace tilescope::cpu
