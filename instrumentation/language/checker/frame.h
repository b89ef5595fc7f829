// The place of the checker in a text, and the names that have a meaning there.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/checker/entities.h"
#include "instrumentation/language/checker/symbols.h"

namespace tilescope::language {

struct Argument;

// Where we are: in a function, or in a declaration of the file.
struct Frame {
  Function* function = nullptr;
  const Bindings* bindings = nullptr;
  const Record* of = nullptr;
  Namespaces namespaces;
  Symbols symbols{};
  std::size_t scope = 0;  // where the innermost one begins in `symbols`
  std::vector<const Variable*> locals{};
  std::vector<const Function*> calls{};
  std::vector<std::string_view> used_namespaces{};
  std::vector<std::pair<std::string_view, Place>> labels{}, jumps{};
  std::vector<std::string_view> unknown{};  // names that were told of
  std::size_t nameless = 0;                 // declared things whose name was missing, and told of
  int loops = 0, switches = 0;
  bool result_from_body = false;
  const Variable* self = nullptr;
  Place whole{};                                       // of the function, its body included
  const syntax::Expression* asked = nullptr;           // an assignment where a comparison is meant: told of
  const syntax::Name* assigned = nullptr;              // what stands before the = that is looked at
  const Argument* misfit = nullptr;                    // an argument whose address would fit
  std::vector<const Variable*> ended{};                // whose block is over
  std::vector<std::pair<Place, Place>> empty_loops{};  // whose body is a ; that looks like a slip, and that ;
  std::unordered_map<std::int64_t, Place> cases{};     // of the innermost switch
};

// What is declared in it is forgotten at its end.
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
