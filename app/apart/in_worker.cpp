// Both ends of a page's web workers; cmake/web/worker.js brings the messages. A message is some slabs of events, its
// long arrays in pieces, and then its other bytes, so that no part takes long to receive.
#include <emscripten.h>

#include <algorithm>
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

enum class Part : int { slab, array, more_of_array, rest };

constexpr std::size_t piece_bytes = 2 << 20;

// The event memory of a message is used again by a later one.
const std::shared_ptr<EventPool>& pool() {
  static const auto all = std::make_shared<EventPool>(16);
  return all;
}

// A message that is coming in.
class Inbox {
 public:
  // Where the next part goes. `all`: of an array that begins.
  [[nodiscard]] void* room(Part part, std::size_t bytes, std::size_t all) {
    take_piece();
    if (part == Part::slab) return slabs_.emplace_back(pool()->take()).words();
    if (part == Part::array) arrays_.emplace_back().reserve(all);
    piece_.reset(new std::byte[bytes]);  // filled by what comes in, so not with zeros before
    size_ = bytes;
    is_of_array_ = part != Part::rest;
    return piece_.get();
  }
  // The bytes are valid as long as this is.
  [[nodiscard]] Parcel parcel() { return {{piece_.get(), size_}, std::move(slabs_), std::move(arrays_)}; }

 private:
  void take_piece() {
    if (std::exchange(is_of_array_, false))
      arrays_.back().insert(arrays_.back().end(), piece_.get(), piece_.get() + size_);
  }

  std::vector<EventPool::Slab> slabs_;
  std::vector<std::vector<std::byte>> arrays_;
  std::unique_ptr<std::byte[]> piece_;
  std::size_t size_ = 0;
  bool is_of_array_ = false;  // the piece is
};

std::map<int, Inbox>& inboxes() {
  static std::map<int, Inbox> all;
  return all;
}

std::map<int, Hearer>& hearers() {
  static std::map<int, Hearer> all;
  return all;
}

// `to`: a worker's number; in a worker, 0 is the page.
void post(int to, Part part, const void* bytes, std::size_t size, std::size_t all = 0) {
  EM_ASM({ Module.apart.post($0, $1, $2, $3, $4); }, to, bytes, size, part, all);
}
void post(int to, const Packer& message) {
  for (const SlabInUse& slab : message.slabs()) post(to, Part::slab, slab.words, slab.used * sizeof(std::uint32_t));
  for (const std::span<const std::byte> array : message.arrays())
    for (std::size_t at = 0; at < array.size(); at += piece_bytes)
      post(to, at == 0 ? Part::array : Part::more_of_array, array.data() + at, std::min(piece_bytes, array.size() - at),
           array.size());
  post(to, Part::rest, message.all().data(), message.all().size());
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
EMSCRIPTEN_KEEPALIVE void* tilescope_room(int from, unsigned bytes, int part, unsigned all) {
  return inboxes()[from].room(static_cast<Part>(part), bytes, all);
}

// On the page: a message has come.
EMSCRIPTEN_KEEPALIVE void tilescope_heard(int from) {
  Inbox inbox = std::exchange(inboxes()[from], {});
  const auto hearer = hearers().find(from);
  if (hearer == hearers().end()) return;
  const Hearer now = hearer->second;  // which may end with what it is told
  try {
    Unpacker message(inbox.parcel(), now.given);
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
  Unpacker asked(inbox.parcel());
  ToPage page;
  reinterpret_cast<Entry>(entry)(asked, page);
}

}  // extern "C"

}  // namespace tilescope::apart::page
