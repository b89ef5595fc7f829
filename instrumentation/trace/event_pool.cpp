#include "instrumentation/trace/event_pool.h"

#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tilescope {

namespace {
constexpr std::size_t slab_bytes = EventPool::slab_events * sizeof(Event);
}

EventPool::Slab::~Slab() {
  if (events_ != nullptr) pool_->give_back(Memory(events_));
}

void EventPool::Free::operator()(Event* events) const { std::free(events); }

EventPool::Slab EventPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!unused_.empty()) {
      Event* const events = unused_.back().release();
      unused_.pop_back();
      return {events, shared_from_this()};
    }
  }
  void* const memory = std::aligned_alloc(slab_bytes, slab_bytes);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  madvise(memory, slab_bytes, MADV_HUGEPAGE);  // a hint: one page fault instead of 512
#endif
  return {static_cast<Event*>(memory), shared_from_this()};
}

void EventPool::give_back(Memory memory) {
  const std::lock_guard lock(mutex_);
  if (unused_.size() < kept_slabs_) unused_.push_back(std::move(memory));
}

}  // namespace tilescope
