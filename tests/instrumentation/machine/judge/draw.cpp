// Launches at random, as a line of the table says them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "tests/instrumentation/machine/judge/expression.h"
#include "tests/instrumentation/machine/judge/table.h"

namespace tilescope::judge {

namespace {

// One number in memory.
struct Cell {
  char kind = 'i';
  std::size_t size = 4;
};

template <class T>
std::uint64_t bits(T value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

std::uint64_t word_of(double value, Cell cell) {
  if (cell.kind == 'f') return cell.size == 4 ? bits(static_cast<float>(value)) : bits(value);
  if (value >= 0x1p63) return static_cast<std::uint64_t>(value);
  const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  return cell.size == 8 ? whole : whole & ((std::uint64_t{1} << 8 * cell.size) - 1);
}

// What is usual for elements of a kind.
std::string usual(const Element& element) {
  if (element.kind == 'f') return "real(0-2,2)";
  if (element.kind == 'b') return "int(0,1)";
  if (element.size <= 2) return "bits";
  return element.kind == 'i' ? "int(0-100,100)" : "int(0,200)";
}

class Drawing {
 public:
  Drawing(const Line& line, const std::map<std::string, Member>& members, std::mt19937_64& random)
      : line_(line), members_(members), numbers_{{}, random} {}

  Drawn draw() {
    for (const auto& [name, text] : line_.numbers) {
      numbers_.named[name] = number(text);
      drawn_.text += name + "=" + std::to_string(static_cast<long long>(numbers_.named[name])) + " ";
    }
    for (std::size_t n = 0; n < line_.grid.size(); ++n)
      drawn_.shape.grid[n] = static_cast<unsigned>(value(line_.grid[n]));
    for (std::size_t n = 0; n < line_.block.size(); ++n)
      drawn_.shape.block[n] = static_cast<unsigned>(value(line_.block[n]));
    drawn_.shared_bytes = static_cast<std::uint32_t>(value(line_.shared_bytes));
    for (const Given& given : line_.given) give(given);
    return std::move(drawn_);
  }

 private:
  double value(const std::string& text) { return Expression(text).value(numbers_); }

  double number(const std::string& text) {
    if (text[0] == '{') {
      const std::vector<std::string> choices = parts_of(std::string_view(text).substr(1, text.size() - 2));
      return value(choices[numbers_.random() % choices.size()]);
    }
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) return value(text);
    return value("int(" + text.substr(0, dots) + "," + text.substr(dots + 2) + ")");
  }

  void give(const Given& given) {
    const Member& member = members_.at(given.name);
    drawn_.given.emplace_back();
    drawn_.words.emplace_back();
    drawn_.cells.emplace_back();
    if (given.is_array || given.is_global) {
      const std::size_t one = member.element.size * member.element.count;
      fill(given, member, given.is_global ? member.bytes : static_cast<std::size_t>(value(given.value)) * one);
      return;
    }
    const Cell cell{member.element.kind, member.element.size};
    for (const std::string& part : parts_of(given.value)) {
      const std::uint64_t word = word_of(value(part), cell);
      drawn_.words.back().push_back(sign_extended(word, cell));
      const std::size_t at = drawn_.given.back().size();
      drawn_.given.back().resize(at + cell.size);
      std::memcpy(drawn_.given.back().data() + at, &word, cell.size);
    }
    if (drawn_.given.back().size() != member.bytes) throw std::runtime_error(given.name + " has other parts");
  }

  // A shorter integer is given as the int that it is brought to.
  static std::uint64_t sign_extended(std::uint64_t word, Cell cell) {
    if (cell.kind != 'i' || cell.size >= 4) return word;
    const std::uint64_t sign = std::uint64_t{1} << (8 * cell.size - 1);
    return static_cast<std::uint32_t>((word ^ sign) - sign);
  }

  void fill(const Given& given, const Member& member, std::size_t size) {
    Bytes& bytes = drawn_.given.back();
    bytes.resize(size);
    const Cell plain{member.element.kind, member.element.size};
    const std::string text =
        given.fill.empty() ? member.element.kind == '?' ? "z1" : usual(member.element) : given.fill;
    const bool is_structure = plain.kind == '?';
    if (!is_structure) drawn_.cells.back() = plain.kind + std::to_string(plain.size);
    if (text == "bits") {
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(numbers_.random());
    } else if (text.starts_with("csr(")) {
      rise(plain, 0, value(text.substr(4, text.size() - 5)), true);
    } else if (text.starts_with("rising(")) {
      const std::vector<std::string> ends = parts_of(std::string_view(text).substr(7, text.size() - 8));
      rise(plain, value(ends.at(0)), value(ends.at(1)), false);
    } else if (text.starts_with("sum(")) {
      add_up(text.substr(4, text.size() - 5));
    } else {
      fill_in_turn(text, is_structure ? Cell{'?', 0} : plain);
    }
  }

  void rise(Cell cell, double low, double high, bool to_the_end) {
    const std::size_t count = drawn_.given.back().size() / cell.size;
    std::vector<double> values(count);
    for (double& v : values)
      v = low + std::floor(static_cast<double>(numbers_.random() >> 11) * 0x1p-53 * (high - low + 1));
    std::sort(values.begin(), values.end());
    if (to_the_end) values.front() = low, values.back() = high;
    for (std::size_t n = 0; n < count; ++n) put(n * cell.size, values[n], cell);
  }

  void add_up(const std::string& name) {
    std::size_t other = 0;
    while (line_.given[other].name != name) ++other;
    int sum = 0;
    for (std::size_t at = 0; at < drawn_.given.back().size(); at += 4) {
      int one = 0;
      std::memcpy(&one, drawn_.given[other].data() + at, 4);
      put(at, sum += one, {'i', 4});
    }
  }

  void put(std::size_t at, double v, Cell cell) {
    const std::uint64_t word = word_of(v, cell);
    std::memcpy(drawn_.given.back().data() + at, &word, cell.size);
  }

  // "f4=real(0,1),2*i4=k,z4" of a structure, else expressions alone.
  void fill_in_turn(const std::string& text, Cell cell) {
    std::vector<std::pair<Cell, Expression>> pattern;
    std::string cells;
    for (std::string part : parts_of(text)) {
      std::size_t times = 1;
      if (cell.kind == '?') {
        if (part.size() > 2 && part[1] == '*') times = static_cast<std::size_t>(part[0] - '0'), part.erase(0, 2);
        const Cell one{part[0], static_cast<std::size_t>(part[1] - '0')};
        part = part.size() > 3 ? part.substr(3) : "0";
        for (std::size_t n = 0; n < times; ++n) {
          pattern.emplace_back(one, Expression(part));
          cells += (cells.empty() ? "" : ",") + std::string{one.kind} + std::to_string(one.size);
        }
      } else {
        pattern.emplace_back(cell, Expression(part));
      }
    }
    if (cell.kind == '?') drawn_.cells.back() = cells;
    Bytes& bytes = drawn_.given.back();
    std::size_t n = 0;
    double& k = numbers_.named["k"];
    const double before = k;
    for (std::size_t at = 0; at < bytes.size(); ++n) {
      const auto& [one, expression] = pattern[n % pattern.size()];
      k = static_cast<double>(cell.kind == '?' || pattern.size() > 1 ? n / pattern.size() : n);
      if (at + one.size > bytes.size()) break;
      if (one.kind != 'z') put(at, expression.value(numbers_), one);
      at += one.size;
    }
    k = before;
  }

  const Line& line_;
  const std::map<std::string, Member>& members_;
  Numbers numbers_;
  Drawn drawn_;
};

}  // namespace

Drawn draw(const Line& line, const std::map<std::string, Member>& members, std::mt19937_64& random) {
  return Drawing(line, members, random).draw();
}

}  // namespace tilescope::judge
