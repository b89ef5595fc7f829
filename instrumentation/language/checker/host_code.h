// A host function as its tokens alone show it: what it declares, and where each variable may get another value. It is
// not parsed; what is in doubt counts as unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// What calls may do to the variables passed to them.
struct HostCalls {
  std::unordered_set<std::string_view> functions, methods;  // declared in the source
  // Which of a function's parameters are references that it may write through, one bit each; the last bit stands for
  // all further parameters.
  std::unordered_map<std::string_view, std::uint32_t> references;
  std::unordered_set<std::string_view> holders;  // structures that keep references
};

// Adds what these tokens declare.
void add_references(std::span<const Token> tokens, HostCalls& calls);

class HostCode {
 public:
  using Index = std::uint32_t;  // of a token
  static constexpr Index none = ~Index{0};

  enum class BlockKind : std::uint8_t { plain, head, loop, lambda, structure };
  struct Block {
    BlockKind kind = BlockKind::plain;
    Index first = 0, last = none;  // [first, last)
    std::uint32_t parent = 0;
    std::uint32_t lambda = 0;  // the innermost lambda around it; 0 for none
    bool has_cases = false;
    bool is_skipped = false;      // by `if (argc > 1)`, since a program has no arguments by default
    bool has_bases = false;       // of a structure
    std::string_view name{};      // of a structure
    std::vector<Index> begins{};  // where its statements begin
  };

  // A new value for something declared: `name = value;`, `name.member = value;`, `name += value;`, `++name;`.
  struct Write {
    Index first = 0, last = 0;  // of the statement, without its ;
    Index done = 0;             // where it takes effect: a step in the head of a `for` after the body
    Index value = 0;            // where the new value begins
    Mark op = Mark::none;
    std::string_view member;
    std::uint32_t block = 0;
    bool straight = false;  // a statement of its own, executed whenever its block is
  };

  enum class ThingKind : std::uint8_t { variable, enumerator, type, used, unknown };
  struct Thing {
    ThingKind kind = ThingKind::unknown;
    std::string_view name;
    Index at = 0;               // of its name
    Index first = 0, last = 0;  // the declaration; of `using a::b;`, the name
    std::uint32_t block = 0;
    bool is_const = false, is_static = false;
    std::optional<unsigned> parameter{};  // its number in the function's head
    bool unsettled = false;               // it may be changed somewhere else
    std::vector<Write> writes;
  };

  struct Used {  // a namespace, from here to the end of its block
    std::string_view name;
    Index at = 0;
    std::uint32_t block = 0;
  };

  HostCode(std::span<const Token> tokens, const HostCalls& calls);

  [[nodiscard]] std::span<const Token> tokens() const { return tokens_; }
  // False if the brackets do not match: then nothing is known.
  [[nodiscard]] bool readable() const { return readable_; }
  [[nodiscard]] const std::vector<Used>& used() const { return used_; }
  [[nodiscard]] const std::vector<Thing>& things() const { return things_; }
  [[nodiscard]] bool holds(std::uint32_t block, Index at) const {
    return blocks_[block].first <= at && at < blocks_[block].last;
  }
  // What a name stands for at a token; null if this function does not declare it.
  [[nodiscard]] const Thing* seen(std::string_view name, Index at) const;
  // The write that determines a thing, or its member, when a token is first reached: null for the declaration; nothing
  // if that is not certain.
  [[nodiscard]] std::optional<const Write*> reaching(const Thing& thing, std::string_view member, Index at) const;
  // The last token of a structure; `none` if no structure has that name.
  [[nodiscard]] Index end_of_structure(std::string_view name) const;
  [[nodiscard]] bool may_inherit(Index at) const;
  // `S` of `void S::run() {...}`; empty for other functions.
  [[nodiscard]] std::string_view method_of() const { return method_of_; }

 private:
  friend class HostScanner;
  [[nodiscard]] std::uint32_t block_at(Index at) const;
  [[nodiscard]] bool is_skipped(std::uint32_t block) const;

  std::span<const Token> tokens_;
  bool readable_ = true;
  bool has_labels_ = false;
  std::string_view method_of_;
  std::vector<Block> blocks_;
  std::vector<Thing> things_;
  std::vector<Used> used_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_name_;
};

}  // namespace tilescope::language
