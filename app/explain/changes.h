// The differences between two launches: how they were launched, what they did, their results, and the first step at
// which they differ.
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

// One property in which the launches differ.
struct Change {
  enum class Of : std::uint8_t { result, work, warps, gpu, launch };
  Of of = Of::work;
  std::string name;
  std::string before, after;
  std::string told = {};     // "2 × fewer", "new"; empty if there is no more to say
  bool is_worse = false;     // wrong now, and right before
  bool is_modelled = false;  // or else counted, or as it was launched
};

// The first moment at which they differ, in the newer launch.
struct PartedAt {
  std::uint64_t moment = 0;
  std::uint32_t step = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint64_t threads = 0;  // that differ in this step
  std::string who;            // "t(0,0) of block (0,0)"
  std::string does;           // "reads As[1][0]"
  std::string did, other;  // what the thread did before, or does in another kernel: "waited at a barrier", "waits ..."
};

struct Changes {
  std::vector<Change> changes;  // the differences
  struct Same {
    Change::Of of;
    std::string name;
  };
  std::vector<Same> same;     // the names of what is the same
  std::uint64_t threads = 0;  // whose events were compared
  std::optional<PartedAt> parted;
  std::string caveat;  // what could not be compared
};

struct Looked {
  const Replay& replay;
  const Explained& explained;
};

// Empty if `wanted` became false on the way.
[[nodiscard]] std::shared_ptr<const Changes> changes_between(const Looked& before, const Looked& after,
                                                             const std::function<bool()>& wanted);

[[nodiscard]] std::string_view name_of(Change::Of of);  // "work"
// "The same: global stores, what warps do, the launch."
[[nodiscard]] std::string same_words(const Changes& changes);
// "They first differ at step 8: t(0,0) of block (0,0) reads As[1][0] where it waited at a barrier before this edit."
// `called` names the older launch: another kernel, or the same one `before this edit`.
[[nodiscard]] std::string parting_words(const Changes& changes, const std::string& called, bool is_same_kernel);
[[nodiscard]] Json json_of(const Changes& changes, const std::string& parting);

// The two launches that are compared, as far as they are known.
struct ChangesOf {
  bool has_beside = false;
  const Changes* changes = nullptr;       // null: not yet
  std::string called = {}, now = {};      // the older and the newer one
  bool is_same_kernel = false;            // before and after an edit
  std::optional<Standing> standing = {};  // which run of an edited text is compared

  [[nodiscard]] std::string parting() const { return parting_words(*changes, called, is_same_kernel); }
};

}  // namespace tilescope
