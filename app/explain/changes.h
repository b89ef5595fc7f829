// What differs between two launches: how they were launched, what they did, what came of it, and where they part.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "app/explain/explained.h"
#include "app/export/json.h"

namespace tilescope {

// One thing about both, which differs.
struct Change {
  enum class Of : std::uint8_t { result, work, warps, gpu, launch };
  Of of = Of::work;
  std::string name;
  std::string before, after;
  std::string told = {};     // "2 × fewer", "came"; where there is more to say than both
  bool is_worse = false;     // what is wrong now, and was not
  bool is_modelled = false;  // or else counted, or as it was launched
};

// The first moment at which they part, in the launch that is newer.
struct PartedAt {
  std::uint64_t moment = 0;
  std::uint32_t step = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint64_t threads = 0;  // that part in this step
  std::string who;            // "t(0,0) of block (0,0)"
  std::string does;           // "reads As[1][0]"
  std::string did, other;     // what it did before, and as another kernel does: "waited at a barrier", "waits ..."
};

struct Changes {
  std::vector<Change> changes;  // that differ
  struct Same {
    Change::Of of;
    std::string name;
  };
  std::vector<Same> same;     // what does not
  std::uint64_t threads = 0;  // whose events were held against each other
  std::optional<PartedAt> parted;
  std::string caveat;  // what could not be looked at
};

struct Looked {
  const Replay& replay;
  const Explained& explained;
};

// Nothing where `wanted` said no on the way.
[[nodiscard]] std::shared_ptr<const Changes> changes_between(const Looked& before, const Looked& after,
                                                             const std::function<bool()>& wanted);

[[nodiscard]] std::string_view name_of(Change::Of of);  // "work"
// "The same: global stores, what warps do, the launch."
[[nodiscard]] std::string same_words(const Changes& changes);
// "They part at step 8: t(0,0) of block (0,0) reads As[1][0] where it waited at a barrier before this edit." The one
// before is called so: it is another kernel, or the same one `before this edit`.
[[nodiscard]] std::string parting_words(const Changes& changes, const std::string& called, bool is_same_kernel);
[[nodiscard]] Json json_of(const Changes& changes, const std::string& parting);

// The two that are compared, as far as that is known.
struct ChangesOf {
  bool has_beside = false;
  const Changes* changes = nullptr;       // null: not yet
  std::string called = {}, now = {};      // the one before, and the other one
  bool is_same_kernel = false;            // before and after an edit
  std::optional<Standing> standing = {};  // which of the runs of a text that is edited stands beside

  [[nodiscard]] std::string parting() const { return parting_words(*changes, called, is_same_kernel); }
};

}  // namespace tilescope
