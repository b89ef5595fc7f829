// Both ends of a page's web workers; cmake/web/worker.js brings the messages. A message is some slabs of events and
// then its bytes.
#include <emscripten.h>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/apart/apart.h"
#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope::apart::page {

namespace {

// A message that is coming in.
struct Inbox {
  std::vector<EventPool::Slab> slabs;
  std::unique_ptr<std::byte[]> bytes;  // filled by what comes in, so not with zeros before
  std::size_t size = 0;

  [[nodiscard]] std::span<const std::byte> all() const { return {bytes.get(), size}; }
};

std::map<int, Inbox>& inboxes() {
  static std::map<int, Inbox> all;
  return all;
}

std::map<int, Hearer>& hearers() {
  static std::map<int, Hearer> all;
  return all;
}

// The event memory of a message is used again by a later one.
const std::shared_ptr<EventPool>& pool() {
  static const auto all = std::make_shared<EventPool>(16);
  return all;
}

// `to`: a worker's number; in a worker, 0 is the page.
void post(int to, const Packer& message) {
  for (const SlabInUse& slab : message.slabs())
    EM_ASM({ Module.apart.post($0, $1, $2, false); }, to, slab.words, slab.used * sizeof(std::uint32_t));
  EM_ASM({ Module.apart.post($0, $1, $2, true); }, to, message.all().data(), message.all().size());
}

class ToPage final : public Sender {
 public:
  void send(const Packer& message) override { post(0, message); }
};

class InWorker final : public Running {
 public:
  InWorker(Entry entry, const Packer& asked, Hearer hearer) {
    number_ = EM_ASM_INT({ return Module.apart.begin($0); }, reinterpret_cast<std::uintptr_t>(entry));
    hearers()[number_] = std::move(hearer);
    post(number_, asked);
  }
  ~InWorker() override { InWorker::stop(); }
  void stop() override {
    if (is_over()) return;
    hearers().erase(number_);
    inboxes().erase(number_);
    EM_ASM({ Module.apart.end($0); }, number_);
  }
  [[nodiscard]] bool is_over() const override { return !hearers().contains(number_); }

 private:
  int number_ = 0;
};

}  // namespace

std::unique_ptr<Running> begin(Entry entry, const Packer& asked, Hearer hearer) {
  return std::make_unique<InWorker>(entry, asked, std::move(hearer));
}

extern "C" {

// Room for a part of a message from there.
EMSCRIPTEN_KEEPALIVE void* tilescope_room(int from, unsigned bytes, int is_last) {
  Inbox& inbox = inboxes()[from];
  if (is_last != 0) {
    inbox.bytes.reset(new std::byte[bytes]);
    inbox.size = bytes;
    return inbox.bytes.get();
  }
  inbox.slabs.push_back(pool()->take());
  return inbox.slabs.back().words();
}

// On the page: a message has come.
EMSCRIPTEN_KEEPALIVE void tilescope_heard(int from) {
  Inbox inbox = std::exchange(inboxes()[from], {});
  const auto hearer = hearers().find(from);
  if (hearer == hearers().end()) return;
  const Hearer now = hearer->second;  // which may end with what it is told
  try {
    Unpacker message(inbox.all(), std::move(inbox.slabs), now.given);
    now.told(message);
  } catch (const std::bad_alloc&) {
    now.failed("out of memory; use a smaller size or a window of blocks");
  } catch (const Error& error) {
    now.failed(error.what());
  }
}

// On the page: the worker has done its work, or ended by itself.
EMSCRIPTEN_KEEPALIVE void tilescope_over(int from, const char* why) {
  inboxes().erase(from);
  const auto hearer = hearers().find(from);
  if (hearer == hearers().end()) return;
  const Hearer last = std::move(hearer->second);
  hearers().erase(hearer);
  if (*why != '\0') last.failed(why);
}

// In a worker: does what the message asks for, with at most so many bytes of memory for events.
EMSCRIPTEN_KEEPALIVE void tilescope_work(unsigned entry, double memory) {
  set_memory_limit(static_cast<std::uint64_t>(memory));
  Inbox inbox = std::exchange(inboxes()[0], {});
  Unpacker asked(inbox.all(), std::move(inbox.slabs));
  ToPage page;
  reinterpret_cast<Entry>(entry)(asked, page);
}

}  // extern "C"

}  // namespace tilescope::apart::page
