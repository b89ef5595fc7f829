// What differs between the launch beside and the one in focus, row by row, and where they part.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explain/changes.h"
#include "app/explain/options.h"
#include "app/stage/words.h"

namespace tilescope {

struct Explainable;

// The two that are compared, as far as that is known.
struct ChangesOf {
  bool has_beside = false;
  const Changes* changes = nullptr;       // null: not yet
  std::string called = {}, now = {};      // the one before, and the other one
  bool is_same_kernel = false;            // before and after an edit
  std::optional<Standing> standing = {};  // which of the runs of a text that is edited stands beside

  [[nodiscard]] std::string parting() const { return parting_words(*changes, called, is_same_kernel); }
};

[[nodiscard]] Picture changes_picture(const ChangesOf& of, const View& view);
[[nodiscard]] std::vector<OptionRow> changes_options(const ChangesOf& of);
void dump_changes(const Explainable& of, Json& state);
[[nodiscard]] std::string changes_line(const Explainable& of);

}  // namespace tilescope
