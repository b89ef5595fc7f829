// Memory for events, in slabs that a finished trace gives back, so that the next recording finds it touched already.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "instrumentation/trace/event.h"

namespace tilescope {

class EventPool : public std::enable_shared_from_this<EventPool> {
 public:
  static constexpr std::size_t slab_events = (std::size_t{2} << 20) / sizeof(Event);

  // Keeps at most `kept_slabs` unused slabs for later.
  explicit EventPool(std::size_t kept_slabs) : kept_slabs_(kept_slabs) {}

  class Slab {
   public:
    Slab(Event* events, std::shared_ptr<EventPool> pool) : events_(events), pool_(std::move(pool)) {}
    Slab(Slab&& other) noexcept : events_(other.events_), pool_(std::move(other.pool_)) { other.events_ = nullptr; }
    Slab& operator=(Slab&&) = delete;
    Slab(const Slab&) = delete;
    ~Slab();
    [[nodiscard]] Event* events() const { return events_; }

   private:
    Event* events_;
    std::shared_ptr<EventPool> pool_;
  };

  Slab take();

 private:
  struct Free {
    void operator()(Event* events) const;
  };
  using Memory = std::unique_ptr<Event[], Free>;

  void give_back(Memory memory);

  std::size_t kept_slabs_;
  std::mutex mutex_;
  std::vector<Memory> unused_;
};

}  // namespace tilescope
