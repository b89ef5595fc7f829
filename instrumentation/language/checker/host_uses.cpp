// Finds what a host expression may do to the variables it names.
#include <array>

#include "instrumentation/language/checker/host_scanner.h"
#include "instrumentation/language/tree/builtin.h"

namespace tilescope::language {

using Index = HostCode::Index;

namespace {

using namespace std::string_view_literals;

// Functions and types of std that write through their arguments, or keep references to them.
constexpr std::array writers_of_std{
    "addressof"sv,  "bind"sv,    "exchange"sv,          "forward"sv, "forward_as_tuple"sv,
    "from_chars"sv, "getline"sv, "iter_swap"sv,         "minmax"sv,  "move"sv,
    "ref"sv,        "swap"sv,    "swap_ranges"sv,       "tie"sv,     "reference_wrapper"sv,
    "invoke"sv,     "apply"sv,   "as_writable_bytes"sv, "get"sv,     "iota"sv,
    "atomic_ref"sv, "advance"sv};
// Functions that only take values, and need no declaration in the source.
constexpr std::array harmless_functions{
    "printf"sv,  "fprintf"sv, "snprintf"sv, "sprintf"sv, "puts"sv,   "putchar"sv, "malloc"sv,  "calloc"sv,
    "realloc"sv, "exit"sv,    "assert"sv,   "srand"sv,   "memset"sv, "memcpy"sv,  "memmove"sv, "pow"sv,
    "log2"sv,    "sizeof"sv,  "srand48"sv,  "usleep"sv,  "sleep"sv,  "abort"sv,   "max"sv,     "min"sv,
    "dim3"sv,    "qsort"sv,   "fread"sv,    "fwrite"sv,  "_Exit"sv,  "free"sv,    "alloca"sv,  "size_t"sv};
constexpr std::array harmless_methods{"append"sv,  "assign"sv,       "at"sv,     "count"sv,     "data"sv,
                                      "emplace"sv, "emplace_back"sv, "erase"sv,  "find"sv,      "insert"sv,
                                      "open"sv,    "precision"sv,    "push"sv,   "push_back"sv, "push_front"sv,
                                      "put"sv,     "reserve"sv,      "reset"sv,  "resize"sv,    "seed"sv,
                                      "set"sv,     "size"sv,         "substr"sv, "width"sv,     "write"sv};
constexpr std::array readers_of_addresses{"cudaMemcpyToSymbol"sv, "cudaMemcpyToSymbolAsync"sv, "fwrite"sv};
constexpr std::array copiers{"memcpy"sv, "memmove"sv, "cudaMemcpy"sv, "cudaMemcpyAsync"sv};
constexpr std::array launchers{"cudaLaunchKernel"sv, "cudaLaunchCooperativeKernel"sv};

bool is_assignment(const Token& t) { return t.kind == TokenKind::mark && assigns(t.mark); }

bool is_step(const Token& t) { return t.is(Mark::plus_plus) || t.is(Mark::minus_minus); }

// True if an operand may end with it.
bool ends_operand(const Token& t) {
  return t.is_name() || t.kind == TokenKind::number || t.kind == TokenKind::string || t.kind == TokenKind::character ||
         t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Keyword::this_) || t.is(Keyword::true_) ||
         t.is(Keyword::false_);
}

}  // namespace

void HostScanner::expression(Index i, Index end, bool straight) {
  const std::size_t outside = brackets_.size();
  const Index first = i;
  bool launching = false;
  while (i < end) {
    const Token& t = at(i);
    if (t.is(Mark::launch_open)) launching = true;
    if (launching && t.is(Mark::greater) && t.joined && at(i + 1).is(Mark::greater) && at(i + 1).joined &&
        at(i + 2).is(Mark::greater)) {
      launching = false;
      given_to_kernel_ = i + 3;
      i += 3;
      continue;
    }
    if (t.is(Mark::open_bracket) && (i == 0 || !ends_operand(at(i - 1)))) {
      if (const Index behind = lambda(i, end); behind != i) {
        i = behind;
        continue;
      }
    }
    if (t.is(Mark::open_paren) || t.is(Mark::open_bracket) || t.is(Mark::open_brace))
      brackets_.push_back({i, 0, false});
    if ((t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace)) && brackets_.size() > outside)
      brackets_.pop_back();
    if (t.is(Mark::comma) && brackets_.size() > outside) ++brackets_.back().commas;
    if (t.is(Mark::less) && brackets_.size() > outside) brackets_.back().has_angles = true;
    if (t.is(Mark::close_paren) && (is_assignment(at(i + 1)) || is_step(at(i + 1)))) changed_group(i);
    if (t.is_name()) name(i, first, end, straight);
    ++i;
  }
  brackets_.resize(outside);
}

// `(c ? a : b) = 1` may change any variable in the group.
void HostScanner::changed_group(Index close) {
  const Index open = partner_[close];
  if (open > 0 && ends_operand(at(open - 1))) return;
  unsettle(open, close);
}

void HostScanner::unsettle(Index i, Index end) {
  for (; i < end; ++i)
    if (at(i).is_name())
      if (HostCode::Thing* const t = thing(i)) t->unsettled = true;
}

// The index after a lambda that begins at `i`; `i` if none does.
Index HostScanner::lambda(Index i, Index end) {
  if (at(i + 1).is(Mark::open_bracket)) return partner_[i] + 1;  // an attribute
  Index n = partner_[i] + 1;
  const Index parameters = at(n).is(Mark::open_paren) ? n : HostCode::none;
  while (n < end && !at(n).is(Mark::open_brace) && !at(n).is(Mark::semicolon) && !at(n).is(Mark::comma)) n = after(n);
  if (!at(n).is(Mark::open_brace)) return i;
  for (Index c = i + 1; c < partner_[i]; ++c)
    if (at(c).is_name() && at(c - 1).is(Mark::ampersand))
      if (HostCode::Thing* const t = thing(c); t != nullptr && at(c + 1).is(Mark::equals)) t->unsettled = true;
  return inside(HostCode::BlockKind::lambda, i, [&] {
    for (Index c = i + 1; c < partner_[i]; ++c)
      if (at(c).is_name() && at(c + 1).is(Mark::equals)) {
        const Index stop = find(c + 1, partner_[i], Mark::comma);
        at(c - 1).is(Mark::ampersand) ? bound(c + 2, stop) : expression(c + 2, stop, false);
        add_unknown(c);
        c = stop;
      }
    if (parameters != HostCode::none) lambda_parameters(parameters + 1, partner_[parameters]);
    statements(n + 1, partner_[n]);
    return partner_[n] + 1;
  });
}

void HostScanner::lambda_parameters(Index i, Index end) {
  while (i < end) {
    Index stop = i;
    while (stop < end && !at(stop).is(Mark::comma)) {
      const Index angles = at(stop).is(Mark::less) ? after_angles(stop) : stop;
      stop = angles != stop ? angles : after(stop);
    }
    Index name = find(i, stop, Mark::equals);
    while (name > i && !at(name).is_name()) --name;
    if (at(name).is_name()) add_unknown(name);
    i = stop + 1;
  }
}

// A name in an expression from `first` to `end`.
void HostScanner::name(Index i, Index first, Index end, bool straight) {
  const Token& before = at(i == 0 ? size() : i - 1);
  if (before.is(Mark::dot) || before.is(Mark::arrow) || before.is(Mark::scope)) return;
  if (i > first && (before.is_name() || is_word_of_type(before)) && !at(i + 1).is(Mark::scope) &&
      !at(i + 1).is(Mark::less))
    return add_unknown(i);
  HostCode::Thing* const t = thing(i);
  if (t == nullptr) return;
  if (const auto known = arguments_of_.find(index_of(*t)); known != arguments_of_.end())
    arguments_[known->second].escapes |= !is_one_of(callee(), launchers);
  if (t->is_const || t->kind != HostCode::ThingKind::variable) return;
  Index next = i + 1;
  std::string_view member;
  if (at(next).is(Mark::dot) && at(next + 1).is_name()) {
    member = at(next + 1).text;
    next += 2;
    if (at(next).is(Mark::open_paren) || at(next).is(Mark::dot) || at(next).is(Mark::open_bracket)) t->unsettled = true;
  } else if (at(next).is(Mark::open_bracket) || at(next).is(Mark::dot)) {
    t->unsettled = true;
  }
  if (written(*t, i, next, member, first, end, straight)) return;
  if (i == first && straight)
    t->unsettled = true;  // a statement for it alone, such as `a << 1;` with an overloaded operator
  if (read_into(i, first) || addressed(*t, i) || handed_over(i, next)) t->unsettled = true;
}

bool HostScanner::written(HostCode::Thing& t, Index i, Index next, std::string_view member, Index first, Index end,
                          bool straight) {
  const bool shifts = at(next).is(Mark::greater) && at(next).joined && at(next + 1).is(Mark::greater_equal);
  const bool stepped_before = i > 0 && is_step(at(i - 1));
  if (!is_assignment(at(next)) && !shifts && !is_step(at(next)) && !stepped_before) return false;
  HostCode::Write w{.first = first,
                    .last = end,
                    .done = first,
                    .value = next + (shifts ? 2U : 1U),
                    .op = at(next).mark,
                    .member = member,
                    .block = block_};
  if (shifts) w.op = Mark::right_equals;
  if (stepped_before) w.op = at(i - 1).mark;
  const bool step = w.op == Mark::plus_plus || w.op == Mark::minus_minus;
  w.straight = straight && (stepped_before ? i == first + 1 : i == first) &&
               (!step || next + (stepped_before ? 0U : 1U) == end) && find(i, end, Mark::comma) == end;
  t.writes.push_back(w);
  return true;
}

// `std::cin >> n`: the chain of >> does not begin with a number.
bool HostScanner::read_into(Index i, Index first) {
  if (i < 2 || !at(i - 1).is(Mark::greater) || !at(i - 2).is(Mark::greater) || !at(i - 2).joined) return false;
  Index begin = i - 2;
  for (unsigned steps = 0; begin > first; ++steps) {
    if (steps > 200) return true;
    const Token& t = at(begin - 1);
    if (t.is(Mark::open_paren) || t.is(Mark::open_brace) || t.is(Mark::open_bracket) || t.is(Mark::comma) ||
        t.is(Mark::equals) || t.is(Mark::question) || t.is(Mark::colon) || t.is(Keyword::return_) ||
        t.is(Mark::semicolon) || t.is(Mark::bang) || t.is(Mark::and_and) || t.is(Mark::bar_bar) ||
        t.is(Mark::launch_open))
      break;
    begin = t.is(Mark::close_paren) || t.is(Mark::close_bracket) ? partner_[begin - 1] : begin - 1;
  }
  if (at(begin).kind == TokenKind::number) return false;
  const HostCode::Thing* const source = at(begin).is_name() ? thing(begin) : nullptr;
  return source == nullptr || source->kind != HostCode::ThingKind::variable || !is_word_of_type(at(source->first)) ||
         at(source->first).is(Keyword::auto_);
}

// `&n` that is not part of `a & n` and is not only read.
bool HostScanner::addressed(const HostCode::Thing& t, Index i) {
  if (i == 0 || !at(i - 1).is(Mark::ampersand)) return false;
  if (i > 1 && ends_operand(at(i - 2))) {
    if (!at(i - 2).is(Mark::close_paren)) return false;
    const Index open = partner_[i - 2];
    const bool cast = at(i - 3).is(Mark::star) || is_word_of_type(at(open + 1)) || at(open + 1).is(Keyword::const_);
    if (!cast && at(i).after_space) return false;
  }
  const std::string_view function = callee();
  if (is_one_of(function, readers_of_addresses)) return false;
  if (is_one_of(function, copiers) && !brackets_.empty() && brackets_.back().commas > 0 && !brackets_.back().has_angles)
    return false;
  if (collected_ != 0 && !brackets_.empty() && at(brackets_.back().at).is(Mark::open_brace)) {
    arguments_[collected_ - 1].things.push_back(index_of(t));
    return false;
  }
  return true;
}

// The name called by the innermost bracket; empty if it is not a plain name.
std::string_view HostScanner::callee() const {
  if (brackets_.empty() || brackets_.back().at == 0 || !at(brackets_.back().at).is(Mark::open_paren)) return {};
  const Token& t = at(brackets_.back().at - 1);
  return t.is_name() ? t.text : std::string_view();
}

// True if it is a whole argument of something that may write to it.
bool HostScanner::handed_over(Index i, Index next) {
  if (brackets_.empty() || at(brackets_.back().at).is(Mark::open_bracket) || i == 0) return false;
  const Token &before = at(i - 1), &behind = at(next);
  const bool begins = before.is(Mark::open_paren) || before.is(Mark::comma) || before.is(Mark::open_brace) ||
                      before.is(Mark::question) || before.is(Mark::colon);
  const bool ends = behind.is(Mark::close_paren) || behind.is(Mark::comma) || behind.is(Mark::close_brace) ||
                    behind.is(Mark::question) || behind.is(Mark::colon);
  if (!begins || !ends) return false;
  // Skips brackets that only group.
  std::size_t n = brackets_.size() - 1;
  while (n > 0 && at(brackets_[n].at).is(Mark::open_paren) && groups(brackets_[n].at)) --n;
  return may_write(brackets_[n]);
}

bool HostScanner::groups(Index open) const {
  const Token& t = at(open == 0 ? size() : open - 1);
  return open != given_to_kernel_ && t.kind == TokenKind::mark && !ends_operand(t) && !t.is(Mark::greater);
}

bool HostScanner::may_write(const Open& open) {
  const Token& bracket = at(open.at);
  if (open.at == given_to_kernel_) return false;
  if (open.at == 0 || bracket.is(Mark::open_bracket)) return false;
  Index name = open.at - 1;
  if (at(name).is(Mark::greater)) {
    int depth = 0;
    for (; name > 0 && !at(name).is(Mark::semicolon); --name) {
      if (at(name).is(Mark::greater)) ++depth;
      if (at(name).is(Mark::ampersand)) return true;
      if (at(name).is(Mark::less) && --depth == 0) break;
    }
    if (name > 0) --name;
    if (at(name).is(Keyword::static_cast_)) return false;
  }
  const Token& t = at(name);
  if (!t.is_name()) return t.kind == TokenKind::string || t.is(Mark::close_paren) || t.is(Mark::close_bracket);
  return may_write(t, name, open);
}

bool HostScanner::may_write(const Token& function, Index name, const Open& open) {
  if (calls_.holders.contains(function.text)) return true;
  if (const auto known = calls_.references.find(function.text); known != calls_.references.end())
    return open.has_angles || (known->second >> std::min(open.commas, 31U) & 1U) != 0;
  const Token& before = at(name == 0 ? size() : name - 1);
  if (before.is(Mark::dot) || before.is(Mark::arrow))
    return !calls_.methods.contains(function.text) && !is_one_of(function.text, harmless_methods);
  if (constructed_ == open.at || at(open.at).is(Mark::open_brace)) {
    const bool of_holder =
        before.is_name() && (calls_.holders.contains(before.text) || calls_.references.contains(before.text));
    return of_holder || is_one_of(before.text, writers_of_std);
  }
  if (before.is(Keyword::new_)) return false;
  if (before.is(Mark::scope) && name > 1 && at(name - 2).text == "std") return is_one_of(function.text, writers_of_std);
  if (is_one_of(function.text, writers_of_std) && !calls_.functions.contains(function.text)) return true;
  if (const HostCode::Thing* const local = thing(name)) return !is_local_function(*local);
  return !calls_.functions.contains(function.text) && !is_one_of(function.text, harmless_functions) &&
         builtins(function.text).empty() && !function.text.starts_with("cuda") &&
         !function.text.starts_with("cublas") && !vector_type(function.text);
}

// True for `auto f = [...](int a) {...}`.
bool HostScanner::is_local_function(const HostCode::Thing& t) const {
  return at(t.at + 1).is(Mark::equals) && at(t.at + 2).is(Mark::open_bracket);
}

}  // namespace tilescope::language
