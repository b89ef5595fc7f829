#include "tests/instrumentation/machine/judge/expression.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace tilescope::judge {

namespace {

double between(double low, double high, Numbers& numbers) {
  const auto count = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<double>(numbers.random() % count);
}

double real(double low, double high, Numbers& numbers) {
  return low + (high - low) * static_cast<double>(numbers.random() >> 11) * 0x1p-53;
}

}  // namespace

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

Expression::Expression(std::string_view text) : rest_(text) {
  root_ = sum();
  if (!rest_.empty()) throw std::runtime_error("no expression: " + std::string(text));
}

std::size_t Expression::add(Node node) {
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

bool Expression::takes(char c) {
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

std::size_t Expression::sum() {
  std::size_t left = product();
  for (;;) {
    const char op = rest_.empty() ? ' ' : rest_[0];
    if (op != '+' && op != '-') return left;
    rest_.remove_prefix(1);
    const std::size_t right = product();
    left = add({.op = op, .inner = {left, right}});
  }
}

std::size_t Expression::product() {
  std::size_t left = factor();
  for (;;) {
    const char op = rest_.empty() ? ' ' : rest_[0];
    if (op != '*' && op != '/' && op != '%') return left;
    rest_.remove_prefix(1);
    const std::size_t right = factor();
    left = add({.op = op, .inner = {left, right}});
  }
}

std::size_t Expression::number() {
  std::size_t length = 0;
  while (length < rest_.size() && (std::isdigit(rest_[length]) != 0 || rest_[length] == '.')) ++length;
  const double number = std::stod(std::string(rest_.substr(0, length)));
  rest_.remove_prefix(length);
  return add({.op = '0', .number = number});
}

std::size_t Expression::factor() {
  if (takes('-')) {
    const std::size_t zero = add({});
    const std::size_t of = factor();
    return add({.op = '-', .inner = {zero, of}});
  }
  if (takes('(')) {
    const std::size_t inner = sum();
    if (!takes(')')) throw std::runtime_error("a bracket is not closed");
    return inner;
  }
  if (!rest_.empty() && std::isdigit(rest_[0]) != 0) return number();
  Node node{.op = 'n'};
  while (!rest_.empty() && std::isalpha(rest_[0]) != 0) {
    node.name += rest_[0];
    rest_.remove_prefix(1);
  }
  if (node.name.empty()) throw std::runtime_error("no number: " + std::string(rest_));
  if (takes('(')) {
    node.op = 'f';
    do node.inner.push_back(sum());
    while (takes(','));
    if (!takes(')')) throw std::runtime_error("a bracket is not closed");
  }
  return add(std::move(node));
}

double Expression::value(std::size_t at, Numbers& numbers) const {
  const Node& node = nodes_[at];
  if (node.op == '0') return node.number;
  if (node.op == 'f') return call(node, numbers);
  if (node.op == 'n') {
    if (node.name == "inf") return std::numeric_limits<double>::infinity();
    if (node.name == "nan") return std::numeric_limits<double>::quiet_NaN();
    const auto known = numbers.named.find(node.name);
    if (known == numbers.named.end()) throw std::runtime_error("unknown: " + node.name);
    return known->second;
  }
  const double a = value(node.inner[0], numbers), b = value(node.inner[1], numbers);
  switch (node.op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return std::trunc(a / b);
    default: return std::fmod(a, b);
  }
}

double Expression::call(const Node& node, Numbers& numbers) const {
  if (node.name == "of") return value(node.inner[numbers.random() % node.inner.size()], numbers);
  const double a = value(node.inner.at(0), numbers), b = value(node.inner.at(1), numbers);
  if (node.name == "int") return between(a, b, numbers);
  if (node.name == "real") return real(a, b, numbers);
  if (node.name == "up") return std::ceil(a / b);
  if (node.name == "max") return std::max(a, b);
  if (node.name == "eq") return a == b ? 1 : 0;
  if (node.name == "lt") return a < b ? 1 : 0;
  if (node.name != "odd") throw std::runtime_error("unknown: " + node.name);
  const double strange[] = {0, -0.0, INFINITY, -INFINITY, NAN, 1e-40};
  return numbers.random() % 16 == 0 ? strange[numbers.random() % 6] : real(a, b, numbers);
}

}  // namespace tilescope::judge
