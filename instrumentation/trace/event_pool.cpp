#include "instrumentation/trace/event_pool.h"

#include <cstdlib>
#include <new>

#include "instrumentation/host.h"
#include "instrumentation/memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tilescope {

EventPool::Slab::~Slab() {
  if (words_ == nullptr) return;
  note_event_memory(-static_cast<std::int64_t>(slab_bytes));
  --pool_->in_use_;
  pool_->give_back(Memory(words_));
}

void EventPool::Free::operator()(std::uint32_t* words) const { std::free(words); }

EventPool::Slab EventPool::take() {
  note_event_memory(slab_bytes);  // ~Slab subtracts it again
  ++in_use_;
  {
    const std::lock_guard lock(mutex_);
    if (!unused_.empty()) {
      std::uint32_t* const words = unused_.back().release();
      unused_.pop_back();
      return {words, shared_from_this()};
    }
  }
  // Where there are no huge pages, aligned slabs would leave as much unused memory between them.
  constexpr std::size_t alignment = in_browser ? 64 : slab_bytes;
  void* const memory = std::aligned_alloc(alignment, slab_bytes);
  if (memory == nullptr) {
    note_event_memory(-static_cast<std::int64_t>(slab_bytes));
    --in_use_;
    throw std::bad_alloc();
  }
#if defined(__linux__)
  madvise(memory, slab_bytes, MADV_HUGEPAGE);  // a hint: one page fault instead of 512
#endif
  return {static_cast<std::uint32_t*>(memory), shared_from_this()};
}

void EventPool::give_back(Memory memory) {
  const std::lock_guard lock(mutex_);
  if (unused_.size() < kept_slabs_) unused_.push_back(std::move(memory));
}

std::vector<EventPool::Slab> EventMemory::take_slabs() {
  left_ = 0;
  return std::move(slabs_);
}

void EventMemory::shorten(std::size_t slabs) {
  while (slabs_.size() > slabs) slabs_.pop_back();
  left_ = 0;
}

void EventMemory::next_slab() {
  if (before_slab_) before_slab_();
  free_ = slabs_.emplace_back(pool_->take()).words();
  left_ = EventPool::slab_words;
}

}  // namespace tilescope
