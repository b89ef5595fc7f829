// Finds launches kernel<<<grid, block>>>(...) and their allocations in skipped host code.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Allocation;
using syntax::Launch;

namespace {

// The maximum number of tokens in a kernel's template arguments.
constexpr TokenIndex farthest_launch_head = 300;

bool is_allocator(std::string_view name) {
  return name == "cudaMalloc" || name == "cudaMallocManaged" || name == "cudaMallocAsync";
}

// `a` in `(void**)&a`.
const syntax::Expression* behind_address(const syntax::Expression* e) {
  for (;;) {
    const bool address = e->kind == syntax::ExpressionKind::unary && e->op == Mark::ampersand;
    if (!address && e->kind != syntax::ExpressionKind::cast) return e;
    e = e->a;
  }
}

}  // namespace

void Parser::find_launches(syntax::File& file) {
  std::vector<Launch> launches;
  std::vector<Allocation> allocations;
  for (TokenIndex i = 0; i < limit_; ++i) {
    const bool allocates = is_allocator(token(i).text);
    const bool called = token(i).text.starts_with("cudaLaunch") && is_launcher(i);
    if (!token(i).is(Mark::launch_open) && !called && !allocates) continue;
    const std::optional<std::uint32_t> function = host_function(file, i);
    if (!function) continue;
    if (allocates) {
      Allocation allocation;
      allocation.function = *function;
      if (read_allocation(allocation, i)) allocations.push_back(allocation);
      continue;
    }
    Launch launch;
    launch.function = *function;
    if (called ? read_called_launch(launch, i) : read_launch(launch, i)) launches.push_back(launch);
  }
  file.launches = arena_.list(launches);
  file.allocations = arena_.list(allocations);
}

// The item that contains a token, if the item is host code.
std::optional<std::uint32_t> Parser::host_function(const syntax::File& file, TokenIndex i) const {
  const std::uint32_t at = order_[i];
  const auto item = std::find_if(file.items.begin(), file.items.end(), [&](const syntax::Item& each) {
    return each.first_token <= at && at < each.last_token;
  });
  if (item == file.items.end() || item->for_device) return std::nullopt;
  return static_cast<std::uint32_t>(item - file.items.begin());
}

// `cudaMalloc((void**)&pointer, bytes)`
bool Parser::read_allocation(Allocation& allocation, TokenIndex first) {
  if (!token(first + 1).is(Mark::open_paren) || partners_[first + 1] == 0) return false;
  Diagnostics ignored;
  const Aside elsewhere(*this, ignored);
  const TokenIndex close = partners_[first + 1];
  const std::vector<const syntax::Expression*> values = read_quietly(first + 2, close);
  at_ = limit_;
  if (values.size() < 2 || values[0] == nullptr || values[1] == nullptr) return false;
  const syntax::Expression* const pointer = behind_address(values[0]);
  if (pointer->kind != syntax::ExpressionKind::name || pointer->name->parts.size() != 1) return false;
  allocation.name = pointer->name->last().text;
  allocation.bytes = values[1];
  allocation.first_token = order_[first];
  allocation.last_token = order_[close];
  return true;
}

bool Parser::is_launcher(TokenIndex i) const {
  const bool known = token(i).text == "cudaLaunchKernel" || token(i).text == "cudaLaunchCooperativeKernel";
  return known && token(i + 1).is(Mark::open_paren) && partners_[i + 1] != 0;
}

// `cudaLaunchKernel((void*)kernel, grid, block, arguments, shared, stream)`
bool Parser::read_called_launch(Launch& launch, TokenIndex first) {
  Diagnostics ignored;
  const Aside elsewhere(*this, ignored);
  const TokenIndex close = partners_[first + 1];
  std::vector<const syntax::Expression*> values = read_quietly(first + 2, close);
  if (values.size() < 3 || values[0] == nullptr) return false;
  const syntax::Expression* const kernel = behind_address(values[0]);
  if (kernel->kind != syntax::ExpressionKind::name) return false;
  launch.kernel = kernel->name;
  if (values.size() > 3) values.erase(values.begin() + 3);
  values.erase(values.begin());
  launch.configuration = arena_.list(values);
  launch.first_token = order_[first];
  launch.last_token = order_[close];
  at_ = close + 1;
  launch.place = from(first);
  at_ = limit_;
  return true;
}

// Where the kernel's name begins; `open` if there is none.
TokenIndex Parser::launched_name(TokenIndex open) const {
  TokenIndex i = open;
  if (i > 3 && token(i - 1).is(Mark::close_paren) && token(i - 2).is_name() && token(i - 3).is(Mark::star))
    return i - 2;
  if (i > 0 && token(i - 1).is(Mark::greater)) {
    unsigned depth = 0;
    do {
      --i;
      if (token(i).is(Mark::close_paren) && partners_[i] != 0) i = partners_[i];
      if (token(i).is(Mark::greater)) ++depth;
      if (token(i).is(Mark::less)) --depth;
    } while (i > 0 && depth > 0 && !token(i).is(Mark::semicolon) && open - i < farthest_launch_head);
  }
  if (i == 0 || !token(i - 1).is_name()) return open;
  --i;
  while (i > 0 && token(i - 1).is(Mark::scope)) {
    --i;
    if (i > 0 && token(i - 1).is_name()) --i;
  }
  return i;
}

bool Parser::read_launch(Launch& launch, TokenIndex open) {
  const TokenIndex first = launched_name(open);
  if (first == open) return false;
  mistakes_before_ = mistakes_;
  Diagnostics ignored;
  const Aside elsewhere(*this, ignored);
  try {
    at_ = first;
    launch.kernel = name();
  } catch (const TooDeep&) {
    launch.kernel = nullptr;
  }
  recover();
  if (launch.kernel == nullptr) return false;
  TokenIndex end = open + 1;
  // Formatters split >>> too; no expression has three > before a bracket.
  const auto closes = [&](TokenIndex i) {
    return token(i).is(Mark::greater) && token(i + 1).is(Mark::greater) && token(i + 2).is(Mark::greater);
  };
  while (end < limit_ && !closes(end) && !token(end).is(Mark::semicolon) && !token(end).is(Mark::launch_open))
    end = after_group(end);
  launch.configuration = arena_.list(read_quietly(open + 1, end));
  launch.first_token = order_[first];
  launch.last_token = order_[std::min<TokenIndex>(end, limit_ - 1)];
  const TokenIndex paren = end + 3;
  const bool has_arguments = token(end).is(Mark::greater) && token(paren).is(Mark::open_paren) && partners_[paren] != 0;
  if (has_arguments) launch.arguments = arena_.list(read_quietly(paren + 1, partners_[paren]));
  if (has_arguments) launch.last_token = order_[partners_[paren]];
  at_ = has_arguments ? partners_[paren] + 1 : end;
  launch.place = from(first);
  at_ = limit_;
  return true;
}

// Values between commas; null for one that cannot be parsed.
std::vector<const syntax::Expression*> Parser::read_quietly(TokenIndex first, TokenIndex last) {
  std::vector<const syntax::Expression*> all;
  for (TokenIndex begin = first; begin < last;) {
    TokenIndex end = begin;
    while (end < last && !token(end).is(Mark::comma)) end = std::max(end + 1, std::min(after_value(end), last));
    all.push_back(read_value(begin, end));
    begin = end + 1;
  }
  return all;
}

// Skips a group in brackets, or template arguments.
TokenIndex Parser::after_value(TokenIndex i) {
  if (token(i).is_name() && has_arguments(i, false)) return std::max(i + 1, after_arguments(i + 1, true, nullptr));
  return after_group(i);
}

const syntax::Expression* Parser::read_value(TokenIndex begin, TokenIndex end) {
  const unsigned mistakes = mistakes_;
  const syntax::Expression* value = nullptr;
  {
    const Limited limited(*this, end);
    at_ = statement_ = begin;
    try {
      value = initializer_value();
      if (!at_end() || mistakes != mistakes_) value = nullptr;
    } catch (const TooDeep&) {
      value = nullptr;
    }
  }
  recover();
  return value;
}

}  // namespace tilescope::language
