// Writes the source that has the host's compiler compute the expressions.
#include <fstream>
#include <iostream>

#include "tests/instrumentation/language/checker/expressions.h"

namespace tilescope::language {
namespace {

// `#` makes of an expression the text that it is.
constexpr const char* head = R"(#include "tests/instrumentation/language/checker/expressions.h"

namespace tilescope::language {
namespace {

template <class T>
constexpr const char* name = "";
#define TILESCOPE_NAME(...) \
  template <>               \
  constexpr const char* name<__VA_ARGS__> = #__VA_ARGS__
TILESCOPE_NAME(bool);
TILESCOPE_NAME(char);
TILESCOPE_NAME(signed char);
TILESCOPE_NAME(unsigned char);
TILESCOPE_NAME(short);
TILESCOPE_NAME(unsigned short);
TILESCOPE_NAME(int);
TILESCOPE_NAME(unsigned);
TILESCOPE_NAME(long);
TILESCOPE_NAME(unsigned long);
TILESCOPE_NAME(long long);
TILESCOPE_NAME(unsigned long long);
TILESCOPE_NAME(float);
TILESCOPE_NAME(double);

template <class T>
constexpr std::uint64_t bits(T value) {
  return static_cast<std::uint64_t>(value);
}
constexpr std::uint64_t bits(float value) { return __builtin_bit_cast(std::uint32_t, value); }
constexpr std::uint64_t bits(double value) { return __builtin_bit_cast(std::uint64_t, value); }

#define E(...) {#__VA_ARGS__, name<decltype(__VA_ARGS__)>, bits(__VA_ARGS__)}

constexpr Expected all[] = {
)";
constexpr const char* tail = R"(};

}  // namespace

std::span<const Expected> expected_values() { return all; }

}  // namespace tilescope::language
)";

void write(std::ostream& to) {
  to << head;
  for (const Tree& tree : make_trees()) to << "    E(" << text_of(tree) << "),\n";
  to << tail;
}

}  // namespace
}  // namespace tilescope::language

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "make_expressions FILE\n";
    return 2;
  }
  std::ofstream file(words[1]);
  tilescope::language::write(file);
  return file.flush() ? 0 : 1;
}
