// Small expressions of the table of launches: sums, products, numbers by name, and numbers at random.
#pragma once

#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::judge {

struct Numbers {
  std::map<std::string, double, std::less<>> named;
  std::mt19937_64& random;
};

class Expression {
 public:
  // Throws a runtime_error.
  explicit Expression(std::string_view text);
  [[nodiscard]] double value(Numbers& numbers) const { return value(root_, numbers); }

 private:
  struct Node {
    char op = '0';  // 0 a number, n a name, f a function, else an operator
    double number = 0;
    std::string name{};
    std::vector<std::size_t> inner{};
  };
  std::size_t sum();
  std::size_t product();
  std::size_t factor();
  std::size_t number();
  std::size_t add(Node node);
  [[nodiscard]] bool takes(char c);
  [[nodiscard]] double value(std::size_t node, Numbers& numbers) const;
  [[nodiscard]] double call(const Node& node, Numbers& numbers) const;

  std::string_view rest_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

// The parts between commas that are not inside of brackets.
std::vector<std::string> parts_of(std::string_view text);

}  // namespace tilescope::judge
