// Scans a host function token by token: statements by how they begin, and the names used in them.
#pragma once

#include <algorithm>

#include "instrumentation/language/checker/host_code.h"

namespace tilescope::language {

class HostScanner {
  using Index = HostCode::Index;

 public:
  // Thrown if brackets do not match or are nested too deep.
  struct Unreadable {};

  HostScanner(HostCode& code, const HostCalls& calls) : code_(code), calls_(calls), tokens_(code.tokens_) {
    code_.blocks_.push_back({.first = 0, .last = size()});
  }

  void run();

 private:
  static constexpr unsigned deepest = 500;
  struct Open {
    Index at = 0;
    unsigned commas = 0;
    bool has_angles = false;
  };
  // `void* args[] = {&a, &b};`, which may be used for a launch only.
  struct Arguments {
    std::vector<std::uint32_t> things;
    bool escapes = false;
  };

  [[nodiscard]] Index size() const { return static_cast<Index>(tokens_.size()); }
  [[nodiscard]] const Token& at(Index i) const;
  [[nodiscard]] HostCode::Block& block() { return code_.blocks_[block_]; }

  void partners();
  [[nodiscard]] Index after(Index i) const;

  // The first of these marks outside brackets; `end` if there is none.
  template <class... Marks>
  [[nodiscard]] Index find(Index i, Index end, Marks... marks) const {
    while (i < end && !(at(i).is(marks) || ...)) i = after(i);
    return std::min(i, end);
  }

  [[nodiscard]] Index after_angles(Index i) const;
  [[nodiscard]] bool begins_structure() const;

  // Declarations.
  std::uint32_t add(HostCode::ThingKind kind, Index name, Index first, Index last);
  void add_unknown(Index name) { add(HostCode::ThingKind::unknown, name, name, name + 1); }

  [[nodiscard]] std::uint32_t index_of(const HostCode::Thing& thing) const;
  [[nodiscard]] HostCode::Thing* thing(Index name);

  // Reads a block of its own and returns its end.
  template <class Read>
  Index inside(HostCode::BlockKind kind, Index first, Read read) {
    if (++depth_ > deepest) throw Unreadable{};
    const std::uint32_t outer = block_;
    const auto own = static_cast<std::uint32_t>(code_.blocks_.size());
    HostCode::Block made{.kind = kind, .first = first, .parent = outer, .lambda = code_.blocks_[outer].lambda};
    if (kind == HostCode::BlockKind::lambda) made.lambda = own;
    code_.blocks_.push_back(made);
    block_ = own;
    const std::size_t before = live_.size();
    const Index end = read();
    code_.blocks_[own].last = end;
    block_ = outer;
    for (; live_.size() > before; live_.pop_back()) open_[code_.things_[live_.back()].name].pop_back();
    --depth_;
    return end;
  }

  void head(Index first, Index last);
  void function_head(Index last);
  void parameter(Index first, Index stop, unsigned number);
  void name_of_method(Index name);

  // host_scanner.cpp: statements and declarations
  void statements(Index first, Index last);
  Index body(Index i, Index last);
  Index statement(Index i, Index last, bool straight);
  Index keyword_statement(Index i, Index last);
  [[nodiscard]] Index case_colon(Index i, Index last) const;
  Index governed(Index i, Index last);
  [[nodiscard]] bool needs_arguments(Index i, Index close) const;
  void put_off(Index first, Index last, Index to);
  void head_parts(Index i, Index close);
  Index using_statement(Index i, Index last);
  Index typedef_statement(Index i, Index last);
  Index template_statement(Index i, Index last);
  Index enumeration(Index i, Index last);
  Index structure(Index i, Index last);

  [[nodiscard]] Index declared_name(Index i, Index last) const;
  [[nodiscard]] Index after_type_name(Index i) const;
  Index declaration(Index i, Index behind, Index last);
  [[nodiscard]] Index over_initializers(Index brace, Index last) const;
  [[nodiscard]] Index function_body(Index behind, Index last) const;
  void declarators(Index first, Index i, Index end, bool is_const, bool is_static);
  void declared(Index first, Index name, Index stop, Index end, bool is_const, bool is_static, bool reference,
                bool reads_only);
  [[nodiscard]] bool keeps_references(Index i, Index name) const;
  void bound(Index i, Index end);

  // host_uses.cpp: how names are used in expressions
  void expression(Index i, Index end, bool straight);
  void changed_group(Index close);
  void unsettle(Index i, Index end);
  Index lambda(Index i, Index end);
  void lambda_parameters(Index i, Index end);
  void name(Index i, Index first, Index end, bool straight);
  bool written(HostCode::Thing& t, Index i, Index next, std::string_view member, Index first, Index end, bool straight);
  [[nodiscard]] bool read_into(Index i, Index first);
  [[nodiscard]] bool addressed(const HostCode::Thing& t, Index i);
  [[nodiscard]] std::string_view callee() const;
  [[nodiscard]] bool handed_over(Index i, Index next);
  [[nodiscard]] bool groups(Index open) const;
  [[nodiscard]] bool may_write(const Open& open);
  [[nodiscard]] bool may_write(const Token& function, Index name, const Open& open);
  [[nodiscard]] bool is_local_function(const HostCode::Thing& t) const;

  HostCode& code_;
  const HostCalls& calls_;
  std::span<const Token> tokens_;
  std::vector<Index> partner_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> open_;  // the things visible now
  std::vector<std::uint32_t> live_;
  std::vector<Open> brackets_;
  std::vector<Arguments> arguments_;
  std::unordered_map<std::uint32_t, std::size_t> arguments_of_;
  std::size_t collected_ = 0;               // number of the one being read, counted from 1
  std::string_view argument_count_;         // main's first parameter
  Index given_to_kernel_ = HostCode::none;  // the ( after >>>
  Index constructed_ = HostCode::none;      // the ( or { after a declared name
  std::uint32_t block_ = 0;
  unsigned depth_ = 0;
};

// True for a word that is a type or a part of one.
[[nodiscard]] bool is_word_of_type(const Token& t);
[[nodiscard]] bool is_one_of(std::string_view name, std::span<const std::string_view> names);

}  // namespace tilescope::language
