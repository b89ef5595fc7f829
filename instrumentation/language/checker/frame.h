// Where the checker is in a source, and the names that have a meaning there.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/checker/entities.h"
#include "instrumentation/language/checker/symbols.h"

namespace tilescope::language {

struct Argument;

// The current location: in a function, or in a file-level declaration.
struct Frame {
  Function* function = nullptr;
  const Bindings* bindings = nullptr;
  const Record* of = nullptr;
  Namespaces namespaces;
  Symbols symbols{};
  std::size_t scope = 0;  // where the innermost scope begins in `symbols`
  std::vector<const Variable*> locals{};
  std::vector<const Function*> calls{};
  std::vector<std::string_view> used_namespaces{};
  std::vector<std::pair<std::string_view, Place>> labels{}, jumps{};
  std::vector<std::string_view> unknown{};  // names already reported
  std::size_t nameless = 0;                 // declarations without a name, which was reported
  int loops = 0, switches = 0;
  bool result_from_body = false;
  const Variable* self = nullptr;
  Place whole{};                                       // of the function with its body
  const syntax::Expression* asked = nullptr;           // an assignment where a comparison is meant; already reported
  const syntax::Name* assigned = nullptr;              // the name before the = being checked
  const Argument* misfit = nullptr;                    // an argument whose address would fit
  std::vector<const Variable*> ended{};                // their block is over
  std::vector<std::pair<Place, Place>> empty_loops{};  // loops whose body is a ; that looks like a mistake, and that ;
  std::unordered_map<std::int64_t, Place> cases{};     // of the innermost switch
};

// Forgets at its end what was declared in it.
class Scope {
 public:
  explicit Scope(Frame& frame) : frame_(frame), before_(frame.scope), used_(frame.used_namespaces.size()) {
    frame.scope = frame.symbols.size();
  }
  ~Scope() {
    for (std::size_t n = frame_.scope; n < frame_.symbols.size(); ++n)
      if (frame_.symbols[n].variable != nullptr) frame_.ended.push_back(frame_.symbols[n].variable);
    frame_.symbols.keep(frame_.scope);
    frame_.scope = before_;
    frame_.used_namespaces.resize(used_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Frame& frame_;
  std::size_t before_;
  std::size_t used_;
};

}  // namespace tilescope::language
