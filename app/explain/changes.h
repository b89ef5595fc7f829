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
  std::string told = {};     // "2 × fewer", "new"; empty if before and after say enough
  bool is_worse = false;     // wrong in the newer launch, but right in the older one
  bool is_modelled = false;  // false: counted, or set by the launch
};

// The first moment at which the launches differ, in the newer launch.
struct PartedAt {
  std::uint64_t moment = 0;
  std::uint32_t step = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint64_t threads = 0;  // how many threads differ in this step
  std::string who;            // "t(0,0) of block (0,0)"
  std::string does;           // "reads As[1][0]"
  std::string did, other;     // the older thread's deed in two tenses: "waited at a barrier", "waits at a barrier"
};

struct Changes {
  std::vector<Change> changes;
  struct Same {
    Change::Of of;
    std::string name;
  };
  std::vector<Same> same;     // properties that are equal in both launches
  std::uint64_t threads = 0;  // the threads whose events were compared
  std::optional<PartedAt> parted;
  std::string caveat;  // the parts that could not be compared
};

struct Looked {
  const Replay& replay;
  const Explained& explained;
};

// Returns null if `wanted` became false meanwhile.
[[nodiscard]] std::shared_ptr<const Changes> changes_between(const Looked& before, const Looked& after,
                                                             const std::function<bool()>& wanted);

[[nodiscard]] std::string_view name_of(Change::Of of);  // "work"
// "The same: global stores, what warps do, the launch."
[[nodiscard]] std::string same_words(const Changes& changes);
// "The launches first differ at step 8: t(0,0) of block (0,0) reads As[1][0] where it waited at a barrier before this
// edit."
// `called` names the older launch: another kernel, or the same kernel `before this edit`.
[[nodiscard]] std::string parting_words(const Changes& changes, const std::string& called, bool is_same_kernel);
[[nodiscard]] Json json_of(const Changes& changes, const std::string& parting);

// The comparison of two launches, as far as it is known.
struct ChangesOf {
  bool has_beside = false;
  const Changes* changes = nullptr;       // null: not computed yet
  std::string called = {}, now = {};      // the names of the older and the newer launch
  bool is_same_kernel = false;            // the launches differ by an edit
  std::optional<Standing> standing = {};  // which run of an edited source is compared

  [[nodiscard]] std::string parting() const { return parting_words(*changes, called, is_same_kernel); }
};

}  // namespace tilescope
