// Long work apart from the window: reading, recording, judging. With threads, it has a thread of its own. On a page, a
// web worker does it: another instance of this program with a memory of its own, which can be ended at any time.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "app/apart/carry.h"
#include "instrumentation/threads.h"

namespace tilescope::apart {

// Work that has begun.
class Running {
 public:
  Running() = default;
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  virtual ~Running() = default;

  // The result is no longer wanted. A thread ends soon, a worker at once.
  virtual void stop() = 0;
  [[nodiscard]] virtual bool is_over() const = 0;
};

using Wanted = std::function<bool()>;

// Work gets what it is asked, tells results one by one, and ends early if it is no longer wanted.
template <class Asked, class Told>
using Work = void (*)(const Asked& asked, const std::function<void(Told)>& tell, const Wanted& is_wanted);

// The receiver of what is told: on the work's thread, or on a page between two frames.
template <class Told>
struct Hearing {
  std::function<void(Told)> told;
  std::function<void(const std::string& why)> failed;  // the worker has ended by itself
};

// What both sides have anyway, and need not be carried.
template <class Asked>
[[nodiscard]] std::shared_ptr<const Trace> given_with(const Asked& asked) {
  if constexpr (requires { asked.given; }) return asked.given;
  return nullptr;
}

// The other side, on a page.
namespace page {

class Sender {
 public:
  virtual ~Sender() = default;
  virtual void send(const Packer& message) = 0;
};
using Entry = void (*)(Unpacker& asked, Sender& sender);
struct Hearer {
  std::function<void(Unpacker&)> told;
  std::function<void(const std::string& why)> failed;
  std::shared_ptr<const Trace> given;
};
[[nodiscard]] std::unique_ptr<Running> begin(Entry entry, const Packer& asked, Hearer hearer);

// What the worker runs.
template <class Asked, class Told, Work<Asked, Told> work>
void run(Unpacker& from, Sender& sender) {
  Asked asked;
  pass(from, asked);
  work(
      asked,
      [&](Told told) {
        Packer message(given_with(asked));
        pass(message, told);
        sender.send(message);
      },
      [] { return true; });
}

}  // namespace page

namespace thread {

class OnThread final : public Running {
 public:
  explicit OnThread(std::function<void(const Wanted&)> work)
      : future_(std::async(std::launch::async, [work = std::move(work), stop = stop_]() mutable {
          work([stop] { return !stop->load(); });
          work = nullptr;  // frees its data now, not with the future
        })) {}
  void stop() override { stop_->store(true); }
  [[nodiscard]] bool is_over() const override {
    return future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

 private:
  std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);
  std::future<void> future_;  // its destructor waits
};

}  // namespace thread

template <class Asked, class Told, Work<Asked, Told> work>
[[nodiscard]] std::unique_ptr<Running> begin(Asked asked, Hearing<Told> hearing) {
  if constexpr (has_threads) {
    return std::make_unique<thread::OnThread>([asked = std::move(asked), tell = std::move(hearing.told)](
                                                  const Wanted& is_wanted) { work(asked, tell, is_wanted); });
  } else {
    Packer message;
    pass(message, asked);
    return page::begin(&page::run<Asked, Told, work>, message,
                       {[told = std::move(hearing.told)](Unpacker& from) {
                          Told all;
                          pass(from, all);
                          told(std::move(all));
                        },
                        std::move(hearing.failed), given_with(asked)});
  }
}

}  // namespace tilescope::apart
