#include "instrumentation/executors/cpu/context.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <utility>

#if defined(TILESCOPE_SANITIZE)
#include <sanitizer/asan_interface.h>
#endif

namespace tilescope::cpu {

namespace {

// The memory is the Stacks' own; a context that ends frees nothing.
struct KeepStack {
  boost::context::stack_context allocate() { throw std::bad_alloc(); }
  void deallocate(boost::context::stack_context&) noexcept {}
};

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

Stacks::Stacks(std::size_t count, std::size_t bytes) : stride_(bytes + page()), count_(count) {
  void* const memory =
      mmap(nullptr, stride_ * count_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<char*>(memory);
  for (std::size_t n = 0; n < count_; ++n) mprotect(memory_ + n * stride_, page(), PROT_NONE);
}

Stacks::~Stacks() {
#if defined(TILESCOPE_SANITIZE)
  __asan_unpoison_memory_region(memory_, stride_ * count_);  // others may get these addresses
#endif
  munmap(memory_, stride_ * count_);
}

boost::context::preallocated Stacks::operator[](std::size_t n) const {
  // Equal offsets in equal pages would all fall into the same few lines of the cache.
  const std::size_t colour = n % 32 * 128;
  char* const top = memory_ + (n + 1) * stride_ - colour;
  const std::size_t bytes = stride_ - page() - colour;
  boost::context::stack_context context;
  context.sp = top;
  context.size = bytes;
  return {top, bytes, context};
}

Context::Context(const boost::context::preallocated& stack, std::function<void()> body)
    : where_(std::allocator_arg, stack, KeepStack{},
             [this, body = std::move(body)](boost::context::fiber&& from) {
               arrived(std::move(from));
               body();
               return end();
             }),
      stack_bottom_(static_cast<char*>(stack.sp) - stack.size),
      stack_bytes_(stack.size) {}

boost::context::fiber Context::end() {
  Context& next = *came_from_;
  leave_for(next, nullptr);
  return std::move(next.where_);
}

}  // namespace tilescope::cpu
